/** Whether it is a ZIP code of Texas: 75000-79999, 885xx (El Paso), the 733xx of Austin, or 73960 (Texhoma). */
export function isTexasZip(zip: string) {
  return /^(7[5-9]\d{3}|885\d\d|733\d\d|73960)([- ]?\d{4})?$/.test(zip.trim());
}
