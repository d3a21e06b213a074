import { useMutation, useQueryClient } from "@tanstack/react-query";
import { languageOfText } from "../../../db/model/consent/consent.ts";
import { type Paper, paperName } from "../../../db/model/papers/papers.ts";
import { t } from "../../../db/model/words.ts";
import { call, decide, type Guidance } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";

/** Which documents a lender or dealer may see, too, and the press that names them or takes them back. */
export default function Documents({
  applicationId,
  permission: { id, state, papers, offered },
}: {
  applicationId: string;
  permission: Guidance["permissions"][number];
}) {
  const queries = useQueryClient();
  const isYes = state === "yes";
  const showing = useMutation({
    mutationFn: async (papers: Paper[]) => {
      if (!isYes) await decide(applicationId, id, "yes");
      // It stands here, because this code is loaded only where there are documents.
      await call("POST /applications/:ref/permissions/:id/papers", { ref: applicationId, id, json: { papers } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["guidance", applicationId] }),
  });
  const names = papers.map(paperName).join(", ");
  const show = (papers: Paper[], words: string) => (
    <Button look="outline" disabled={showing.isPending} onClick={() => showing.mutate(papers)}>
      {words}
    </Button>
  );
  return (
    <div className="mt-4 grid gap-3">
      {names && <p role="status">They can see these documents of yours: {names}.</p>}
      {offered && <p lang={languageOfText(offered.textId)}>{offered.words}</p>}
      <div className="no-print flex flex-wrap gap-3">
        {offered && show(offered.papers, isYes ? t`Show my documents` : t`Yes, and show my documents`)}
        {names && show([], t`Stop showing my documents`)}
      </div>
      <Failed error={showing.error} />
    </div>
  );
}
