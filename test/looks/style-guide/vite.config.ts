import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Serves the style guide, which is not part of the site. */
export default defineConfig({
  publicDir: "../../../web/public",
  plugins: [react(), tailwindcss()],
  server: { fs: { allow: ["../../.."] } },
});
