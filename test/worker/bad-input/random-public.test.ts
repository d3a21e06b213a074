import { apiRoutes, isDesk } from "../routes.ts";
import { setUp, testRandomInputs } from "./answers.ts";

setUp();

for (const route of apiRoutes.filter((route) => !isDesk(route))) testRandomInputs(route);
