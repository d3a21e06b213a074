import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirmEmail, type ReceivedApplication } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";
import { Addresses } from "../../ui/page/addresses.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { toTop } from "./to-top.ts";

/** Asks whether the address that a specialist entered is the applicant's. Only this page can confirm it. */
export default function ConfirmEmail({ application: { id, email } }: { application: ReceivedApplication }) {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => confirmEmail(id, email),
    onSettled: () =>
      Promise.all(["application", "guidance"].map((name) => queries.invalidateQueries({ queryKey: [name, id] }))),
    // Move focus, because the button that had it went with the question.
    onSuccess: toTop,
  });
  return (
    <div id="confirm-email">
      <h3>Is this your email?</h3>
      <p className="mt-2">
        One of our specialists entered{" "}
        <strong>
          <Addresses>{email}</Addresses>
        </strong>{" "}
        for you. Until you say it’s yours, our emails to it won’t have a link to this page.
      </p>
      <Failed error={error} className="mt-4" />
      <Button className="mt-4" disabled={isPending} onClick={() => mutate()}>
        Yes, this is my email
      </Button>
      <p className="mt-3 text-quiet text-sm">
        Not yours? <TextLink to="/contact">Tell us</TextLink>.
      </p>
    </div>
  );
}
