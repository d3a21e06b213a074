import { CallCapacity } from "../calls/call-capacity.tsx";
import { deskPage } from "../desk-page.tsx";
import { Members } from "./members.tsx";
import { SignIns } from "./sign-ins.tsx";

export default deskPage("Members", "manageMembers", Manage);

function Manage() {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="lg:col-span-2">
        <Members />
      </div>
      <CallCapacity />
      <SignIns />
    </div>
  );
}
