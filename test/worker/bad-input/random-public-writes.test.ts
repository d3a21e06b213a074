import { apiRoutes, isDesk, isRead } from "../routes.ts";
import { testRandomInputs } from "./answers.ts";

for (const route of apiRoutes.filter((route) => !isDesk(route) && !isRead(route))) testRandomInputs(route);
