import type { Language } from "../words.ts";

/** What is usually wrong with a paper, for its applicant, in their language; members read the English. */
export const AGAIN: Record<Language, string>[] = [
  { en: "Photograph all four corners", es: "Fotografíe las cuatro esquinas" },
  { en: "It is too dark or too blurred to read", es: "Está demasiado oscuro o borroso para leerlo" },
  { en: "A page or a side is missing", es: "Falta una página o un lado" },
  { en: "It is too old", es: "Es demasiado antiguo" },
  { en: "The name on it is not yours", es: "El nombre que aparece no es el suyo" },
  { en: "It is not the document that we need", es: "No es el documento que necesitamos" },
  {
    en: "It opens only with a password. Please save or print it as a new PDF without one",
    es: "Solo se abre con contraseña. Guárdelo o imprímalo como un PDF nuevo sin contraseña",
  },
  { en: "It can’t be opened. It may be damaged", es: "No se puede abrir. Puede estar dañado" },
];
