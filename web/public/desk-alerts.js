// Shows word of a new application while the desk is closed. It knows nothing of who applied, and keeps nothing.
addEventListener("push", (event) => {
  event.waitUntil(
    registration.showNotification("New application", {
      body: "Somebody is waiting for a call. Open the queue.",
      icon: "/icon-192.png",
      tag: "new-application",
      renotify: true,
    }),
  );
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(clients.openWindow("/desk/queue"));
});
