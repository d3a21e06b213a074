import landscape from "./drawings/landscape.svg";

/** A road past bluebonnets from edge to edge, by day or by night. What is shown of it depends on its height and `object-position`. */
export function Landscape({ className }: { className: string }) {
  return (
    <img
      src={landscape}
      width="2560"
      height="480"
      alt=""
      className={`no-print w-full object-cover filter-none ${className}`}
    />
  );
}
