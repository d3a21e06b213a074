import type { ReactNode } from "react";

export function Check({
  isOn,
  onChange,
  children,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  return (
    <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} className="tick" />
      {children}
    </label>
  );
}
