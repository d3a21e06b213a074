import type { METROS } from "./lenders.ts";

export type Metro = (typeof METROS)[number];

/**
 * The metro area of a ZIP code, by its first three digits, the Postal Service's sorting center (USPS Labeling List
 * L002); null outside Texas.
 */
export function metroOf(zip: string): Metro | null {
  const area = zip.trim().slice(0, 3);
  if (/^78[0-2]$/.test(area)) return "San Antonio";
  if (/^78[679]$/.test(area)) return "Austin";
  if (/^(75[0-3]|76[0-2])$/.test(area)) return "DFW";
  if (/^77[0-5]$/.test(area)) return "Houston";
  return /^(7[5-9]\d|733|885)$/.test(area) ? "Elsewhere in Texas" : null;
}
