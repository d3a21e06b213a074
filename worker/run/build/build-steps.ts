import type { Plugin } from "vite";

const STEPS = {
  worker: "the Worker",
  client: "the browser's code",
  es: "the same in Spanish",
  render: "what writes the pages",
  pages: "the pages",
};

/** Prints how far the build is: `Building the site ... 2 of 5: the browser's code`. */
export function sayStep(step: keyof typeof STEPS) {
  const steps = Object.keys(STEPS);
  console.log(`Building the site ... ${steps.indexOf(step) + 1} of ${steps.length}: ${STEPS[step]}`);
}

/** Has Vite print the step when it begins to build each of its environments. */
export function buildSteps(): Plugin {
  return {
    name: "build-steps",
    buildStart() {
      const { name } = this.environment;
      sayStep(name === "client" || name === "es" ? name : "worker");
    },
  };
}
