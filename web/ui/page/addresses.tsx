import { Fragment } from "react";
import { aroundAddresses } from "../../../db/model/contact/person.ts";

/** A text in which an e-mail address breaks before its @ and nowhere else, unless it is too long for that. */
export function Addresses({ children }: { children: string }) {
  return aroundAddresses(children).map((part, index) =>
    index % 3 === 0 ? (
      part
    ) : (
      <Fragment key={part}>
        {index % 3 === 2 && <wbr />}
        <bdi className="whitespace-nowrap">{part}</bdi>
      </Fragment>
    ),
  );
}
