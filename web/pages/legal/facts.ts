import { brand } from "../../../db/model/site/brand.ts";
import { t } from "../../../db/model/words.ts";
import { claims } from "../../copy/claims/claims.ts";

/** Facts that stand elsewhere, by the names that they have in braces in the texts beside this file. */

/** When the privacy policy's supplement was last changed. */
export const supplementDate = () => t`November 30, 2026`;
export const policyDate = () => claims.policyDate;

export const brandName = () => brand.name;
export const ourName = () => brand.legalEntity ?? brand.name;
export const byMail = () => (brand.postalAddress ? ` ${t`By mail: ${brand.postalAddress}.`}` : "");

export const lenderPartners = () => claims.lenderPartners;
export const counties = () => claims.counties;
export const dataRetention = () => claims.dataRetention;
export const formMinutes = () => claims.formMinutes;
export const minimumAge = () => claims.minimumAge;
