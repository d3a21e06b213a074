import { dealers, lenders } from "../../db/schema.ts";
import { asJson } from "../staff/changes.ts";

/** Entries of the directory as the JSON of what managers edit. */

export const lenderAsJson = asJson({
  name: lenders.name,
  category: lenders.category,
  leadAddress: lenders.leadAddress,
  criteria: lenders.criteria,
  contactPerson: lenders.contactPerson,
  phone: lenders.phone,
  notes: lenders.notes,
  isActive: lenders.isActive,
});

export const dealerAsJson = asJson({
  name: dealers.name,
  metro: dealers.metro,
  leadAddress: dealers.leadAddress,
  contactPerson: dealers.contactPerson,
  phone: dealers.phone,
  notes: dealers.notes,
  isActive: dealers.isActive,
});
