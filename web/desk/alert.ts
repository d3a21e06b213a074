import { call } from "../api.ts";
import { device } from "../storage.ts";
import { trustedScript } from "../trusted-script.ts";

/** How an open desk, and a device without one, draw attention to a new application. */

const SOUND = "alert-sound";
const PUSH = "alert-push";
/** The service worker that shows notifications. It has nothing to do with the site's other pages. */
const WORKER = "/desk-alerts.js";
const SCOPE = "/desk/";
const NOTES_HZ = [660, 880];
const NOTE_SECONDS = 0.18;

export function hasSound() {
  return device.read(SOUND) === true;
}

/** Two soft notes. Silent until somebody has pressed something on the page, as browsers have it. */
export function playSound() {
  const audio = new AudioContext();
  for (const [index, pitch] of NOTES_HZ.entries()) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.1 });
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + index * NOTE_SECONDS);
    tone.stop(audio.currentTime + (index + 1) * NOTE_SECONDS);
    if (index === NOTES_HZ.length - 1) tone.onended = () => audio.close();
  }
}

export function setSound(isWanted: boolean) {
  device.write(SOUND, isWanted);
  if (isWanted) playSound();
}

/** Whether this browser can show notifications of pages that are closed. */
export function canPush() {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

/** Starts notifications on this device. Returns why the browser does not let us; null if it does. */
export async function startPush(key: string) {
  if ((await Notification.requestPermission()) !== "granted") {
    return "This browser does not allow notifications from this site. You can change that in its settings.";
  }
  const registration = await navigator.serviceWorker.register(trustedScript(WORKER), { scope: SCOPE });
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await registration.pushManager.subscribe(options).catch(() => null);
  if (!subscription)
    return "The service that brings notifications to this browser does not answer. Please try again later.";
  await store(subscription.endpoint);
  device.write(PUSH, true);
  return null;
}

export async function endPush() {
  await store(null);
  device.forget(PUSH);
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  await registration?.unregister();
  return null;
}

/** After a new sign-in on a device that has notifications, its new session has them, too. */
export async function keepPush() {
  if (device.read(PUSH) !== true || !canPush()) return;
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  const subscription = await registration?.pushManager.getSubscription();
  // If this fails, the account page says that notifications are off.
  if (subscription) await store(subscription.endpoint).catch(() => undefined);
}

function store(endpoint: string | null) {
  return call("PUT /desk/account/push", { json: { endpoint } });
}
