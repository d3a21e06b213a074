import { Route, Routes } from "react-router-dom";
import { Layout } from "../layout/layout.tsx";
import { LoadedPage, routes } from "../routes.tsx";

export function App() {
  return (
    <Routes>
      <Route element={<Layout />}>
        {routes.map((route) => (
          <Route key={route.path} path={route.path} element={<LoadedPage key={route.path} route={route} />} />
        ))}
      </Route>
    </Routes>
  );
}
