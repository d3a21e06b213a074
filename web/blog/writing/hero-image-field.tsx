import { ImageUp } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { uploadImage } from "../../api.ts";
import type { SignIn } from "../../sign-in/sign-in.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, Message, Remark } from "../../ui/form/field.tsx";
import { redraw } from "./image.ts";
import { failureMessage } from "./saving.ts";
import type { TypedPost } from "./typed-post.ts";

type Upload =
  | { kind: "none" }
  | { kind: "sending"; share: number }
  | { kind: "done" }
  | { kind: "failed"; error: string };

/** The address of the hero image: typed, or from uploading an image by button, drop or paste. */
export function HeroImageField({ asAuthor }: Pick<SignIn, "asAuthor">) {
  const { register, control, setValue, setFocus, formState } = useFormContext<TypedPost>();
  const [image, description] = useWatch({ control, name: ["heroImageUrl", "heroImageAlt"] });
  const { errors } = formState;
  const chooser = useRef<HTMLInputElement>(null);
  const [upload, setUpload] = useState<Upload>({ kind: "none" });
  const [isOver, setIsOver] = useState(false);
  const isSending = upload.kind === "sending";

  async function send(file: File | undefined) {
    if (!file || isSending) return;
    setUpload({ kind: "sending", share: 0 });
    const images = await redraw(file).catch(() => undefined);
    if (!images) return setUpload({ kind: "failed", error: `${file.name} isn’t an image that we can read.` });
    try {
      const { url } = await asAuthor(() => uploadImage(images, (share) => setUpload({ kind: "sending", share })));
      setValue("heroImageUrl", url, { shouldDirty: true });
      setUpload({ kind: "done" });
      setFocus("heroImageAlt");
    } catch (error) {
      setUpload({ kind: "failed", error: `The image wasn’t uploaded. ${failureMessage(error)}` });
    }
  }

  return (
    <fieldset
      className={`grid min-w-0 gap-5 rounded-card border border-dashed p-4 ${isOver ? "border-bluebonnet bg-tint" : "border-edge"}`}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        send(event.dataTransfer.files[0]);
      }}
      onPaste={(event) => {
        if (event.clipboardData.files.length === 0) return;
        event.preventDefault();
        send(event.clipboardData.files[0]);
      }}
    >
      <legend className="px-1 font-semibold">Hero image</legend>
      <Field
        id="heroImageUrl"
        label="Hero Image URL"
        hint="An https address. Or upload an image: choose it, drop it or paste it here."
        error={errors.heroImageUrl?.message}
      >
        {(box) => <input type="text" inputMode="url" autoComplete="off" {...box} {...register("heroImageUrl")} />}
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button look="outline" disabled={isSending} onClick={() => chooser.current?.click()}>
          <ImageUp aria-hidden="true" className="size-5" /> Upload image
        </Button>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          aria-label="Image file"
          hidden
          onChange={(event) => {
            send(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
        {isSending && (
          <progress aria-label="Upload" value={upload.share} className="w-40 accent-bluebonnet">
            {Math.round(upload.share * 100)}%
          </progress>
        )}
        <Status>
          {isSending && "Uploading..."}
          {upload.kind === "done" && "Uploaded. Now describe it below."}
        </Status>
      </div>
      {upload.kind === "failed" && (
        <div role="alert">
          <Message of="upload">{upload.error}</Message>
        </div>
      )}
      <Field
        id="heroImageAlt"
        label="Image description"
        hint="For people who can’t see it: what does it show?"
        error={errors.heroImageAlt?.message}
      >
        {(box) => <input type="text" autoComplete="off" {...box} {...register("heroImageAlt")} />}
      </Field>
      <Remark>
        {image?.trim() && !description?.trim() && "Please describe the image. Without words, some readers miss it."}
      </Remark>
    </fieldset>
  );
}

function Status({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-quiet text-sm">
      {children}
    </p>
  );
}
