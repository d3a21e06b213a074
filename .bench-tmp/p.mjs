const cpu=()=>{const u=process.cpuUsage();return ((u.user+u.system)/1e6).toFixed(2)};
const t=Date.now();
const { openPlatform } = await import("../db/admin/d1.ts"); console.log("import d1", cpu());
const { seedArticles } = await import("../db/admin/seed.ts"); const { seedDemo } = await import("../db/admin/demo.ts"); console.log("import seeds", cpu());
const p = await openPlatform(); console.log("platform", cpu());
await seedArticles(p.env);console.log("articles", cpu()); await seedDemo(p.env);console.log("demo", cpu()); await p.dispose(); console.log("disposed",cpu(), Date.now()-t);
