/** The content models and attributes of ADF 1.0 (Auto-lead Data Format, 2000) that a lead can use. */
const ELEMENTS = {
  adf: "(prospect+)",
  prospect: "(id*, requestdate, vehicle+, customer, vendor, provider?)",
  vehicle:
    "(id*, year, make, model, vin?, stock?, trim?, doors?, bodystyle?, transmission?, odometer?, colorcombination*, imagetag?, price?, pricecomments?, option*, finance?, comments?)",
  finance: "(method, amount+, balance?)",
  customer: "(contact, id*, timeframe?, comments?)",
  contact: "(name+, (email | phone+ | (email, phone+)), address?)",
  address: "(street+, apartment?, city?, regioncode?, postalcode?, country?)",
  timeframe: "(description?, earliestdate?, latestdate?)",
  vendor: "(id*, vendorname, url?, contact)",
  provider: "(id*, name, service?, url?, email?, phone?, contact?)",
};

const ATTRIBUTES: Record<string, Record<string, RegExp>> = {
  prospect: { status: /^(new|resend)$/ },
  id: { sequence: /^\d+$/, source: /./ },
  vehicle: { interest: /^(buy|lease|sell|trade-in|test-drive)$/, status: /^(new|used)$/ },
  street: { line: /^\d$/ },
  amount: { type: /^(downpayment|monthly|total)$/, limit: /^(maximum|minimum|exact)$/, currency: /^[A-Z]{3}$/ },
  name: { part: /^(surname|first|middle|last|full)$/, type: /^(individual|business)$/ },
  phone: { type: /^(voice|fax|cellphone|pager)$/, time: /^(morning|afternoon|evening|nopreference|day)$/ },
};

interface Open {
  name: string;
  children: string[];
  text: string;
}

/** What is not as ADF's DTD wants it, in words. */
export function adfProblems(xml: string) {
  const problems: string[] = [];
  const open: Open[] = [{ name: "document", children: [], text: "" }];
  for (const [, text = "", close, name = "", attributes = ""] of xml.matchAll(/([^<]*)<(\/?)([\w?]+)([^>]*)>/g)) {
    const parent = open.at(-1) as Open;
    parent.text += text;
    if (name.startsWith("?")) continue;
    if (close) {
      if (parent.name !== name) problems.push(`<${parent.name}> ends as </${name}>`);
      problems.push(...contentProblems(parent));
      open.pop();
      continue;
    }
    parent.children.push(name);
    for (const [, attribute = "", value = ""] of attributes.matchAll(/ (\w+)="([^"]*)"/g)) {
      if (!ATTRIBUTES[name]?.[attribute]?.test(value)) problems.push(`<${name} ${attribute}="${value}">`);
    }
    open.push({ name, children: [], text: "" });
  }
  return [...problems, ...open.slice(1).map(({ name }) => `<${name}> does not end`)];
}

/** A content model is a regular expression over the names of children. */
function contentProblems({ name, children, text }: Open) {
  const model = ELEMENTS[name as keyof typeof ELEMENTS];
  if (!model) return children.length > 0 ? [`<${name}> holds elements`] : [];
  const expression = new RegExp(`^${model.replace(/\w+/g, "(?:$&_)").replace(/[\s,]/g, "")}$`);
  const isRight = expression.test(children.map((child) => `${child}_`).join("")) && text.trim() === "";
  return isRight ? [] : [`<${name}> holds ${children.join(", ")}, not ${model}`];
}
