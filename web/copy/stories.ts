export interface Story {
  initials: string;
  name: string;
  city: string;
  quote: string;
  challenge: string;
  solution: string;
  outcome: string;
}

/** All are illustrative examples and are labelled so: they show situations, not customers. */
export const featuredStories: Story[] = [
  {
    initials: "MG",
    name: "Maria G.",
    city: "San Antonio",
    quote: "I told them about the bankruptcy in the first minute. Nobody made me tell it twice.",
    challenge: "A Chapter 7, discharged three years ago, and an old sedan that no longer passed inspection.",
    solution: "We sent her application to lenders that work with discharged bankruptcies and left the others out.",
    outcome: "Financed a used family SUV with $2,000 down.",
  },
  {
    initials: "JT",
    name: "James T.",
    city: "Dallas",
    quote: "They said what would help and what would not. Then they found a lender that looked at my job.",
    challenge: "A repossession 18 months ago, after a layoff. Steady work at a warehouse ever since.",
    solution: "A specialty lender weighed his year on the job. His specialist matched him with a dealer in Garland.",
    outcome: "Drove home a used pickup with $1,000 down.",
  },
  {
    initials: "AR",
    name: "Ashley R.",
    city: "Austin",
    quote: "I run my own business. For once, that was not treated as a problem.",
    challenge: "Good credit, but self-employed: no W-2 and no pay stubs to show.",
    solution: "Three years of tax returns went to a credit union that knows how to read them.",
    outcome: "Financed a three-year-old crossover at a 4.9% APR.",
  },
];

export const shorterStories: Story[] = [
  {
    initials: "RL",
    name: "Robert L.",
    city: "Houston",
    quote: "One hospital stay should not decide what you drive.",
    challenge: "Medical debt in collections.",
    solution: "A lender that looks at medical bills apart from other debts.",
    outcome: "A used sedan with $1,000 down and a payment that fits his budget.",
  },
  {
    initials: "DW",
    name: "Denise W.",
    city: "Fort Worth",
    quote: "It was the first thing in years with only my name on it.",
    challenge: "Joint debts left over from a divorce.",
    solution: "An application on her own income, with $2,000 down from a tax refund.",
    outcome: "A certified used SUV, titled to her alone.",
  },
  {
    initials: "CM",
    name: "Carlos M.",
    city: "El Paso",
    quote: "I sent the form at night and heard from a person before lunch.",
    challenge: "A veteran, back home, whose credit file had gone quiet.",
    solution: "A credit union that counts retirement pay as income.",
    outcome: "A newer pickup at a 4.9% APR.",
  },
  {
    initials: "TB",
    name: "Tyler B.",
    city: "Lubbock",
    quote: "I did not know what to ask. They told me what I should be asking.",
    challenge: "A first-time buyer with no credit at all.",
    solution: "Six months of pay stubs and a first-time buyer program.",
    outcome: "A reliable used hatchback with $1,000 down.",
  },
];
