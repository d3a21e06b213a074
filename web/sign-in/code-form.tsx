import { Button } from "../ui/button.tsx";
import { Field } from "../ui/form/field.tsx";

/** Takes a code from an authenticator app, or a recovery code. */
export function CodeForm({
  label,
  button,
  isMain,
  onCode,
}: {
  label: string;
  button: string;
  isMain: boolean;
  onCode: (code: string) => void;
}) {
  return (
    <form
      noValidate
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        onCode(String(new FormData(event.currentTarget).get("code")));
      }}
    >
      <Field id="second-factor-code" label={label}>
        {(box) => (
          <input
            type="text"
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            {...box}
          />
        )}
      </Field>
      <Button type="submit" look={isMain ? "primary" : "outline"} className="justify-self-start">
        {button}
      </Button>
    </form>
  );
}
