import { apiRoutes, isDesk, isRead } from "../routes.ts";
import { setUp, testRandomInputs } from "./answers.ts";

setUp();

for (const route of apiRoutes.filter((route) => isDesk(route) && isRead(route))) testRandomInputs(route);
