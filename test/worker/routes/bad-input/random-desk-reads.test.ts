import { apiRoutes, isDesk, isRead } from "../routes.ts";
import { testRandomInputs } from "./answers.ts";

testRandomInputs(apiRoutes.filter((route) => isDesk(route) && isRead(route)));
