import { useState } from "react";
import { device } from "../../storage.ts";
import { useMember } from "../desk-page.tsx";

/** How a member likes the lists, kept on the device. */
interface View {
  /** 'approval': the likeliest approval first. */
  order: string;
  /** Columns of the queue that are not shown, by their heads. */
  hidden: string[];
}

const USUAL: View = { order: "", hidden: ["Details", "Reference"] };

export function useView() {
  const key = `desk-view-${useMember()?.username}`;
  const [view, setView] = useState<View>(() => ({ ...USUAL, ...(device.read(key) as Partial<View> | undefined) }));
  function change(changes: Partial<View>) {
    const next = { ...view, ...changes };
    setView(next);
    device.write(key, next);
  }
  return [view, change] as const;
}
