import { Search } from "lucide-react";
import { useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form/field.tsx";

/** A pause in typing of this length starts a search. */
const TYPING_PAUSE_MS = 250;

/** The search is in the address, so it works without JavaScript, can be shared, and Back undoes it. */
export function SearchBox() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const q = params.get("q") ?? "";
  /** The search in the address, or in the next one while that renders: one step of history per search. */
  const searched = useRef(q);
  useEffect(() => {
    if (!input.current || q === searched.current) return;
    clearTimeout(pause.current);
    searched.current = q;
    input.current.value = q;
  }, [q]);

  const search = () => {
    clearTimeout(pause.current);
    const typed = input.current?.value ?? "";
    const last = searched.current;
    if (typed === last && !params.has("cursor")) return;
    searched.current = typed;
    // One step of history per search, not one per pause in typing.
    navigate(paths.search(typed), { replace: last !== "" });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before React came
  useEffect(() => {
    if (input.current?.value !== q) search();
    return () => clearTimeout(pause.current);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet in every browser we support
    <form
      role="search"
      action={addressOf("/blog")}
      className="mt-7 max-w-form"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Field id="search" label="Search posts by title or tag">
        {(box) => (
          <div className="flex gap-2">
            <input
              ref={input}
              name="q"
              type="search"
              defaultValue={q}
              autoComplete="off"
              onChange={() => {
                clearTimeout(pause.current);
                pause.current = setTimeout(search, TYPING_PAUSE_MS);
              }}
              {...box}
            />
            <Button type="submit" look="outline">
              <Search aria-hidden="true" className="size-5" />
              <span className="max-sm:sr-only">Search</span>
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
