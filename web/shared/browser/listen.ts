type EventsOf<Target> = Target extends Window
  ? WindowEventMap & Readonly<Record<`candor:${string}` | 'pushState' | 'replaceState', Event>>
  : Target extends Document
    ? DocumentEventMap
    : Target extends HTMLElement
      ? HTMLElementEventMap
      : Readonly<Record<string, Event>>;

export function listen<Target extends EventTarget>(
  target: Target,
  on: { readonly [Type in keyof EventsOf<Target>]?: (event: EventsOf<Target>[Type]) => void },
  options: AddEventListenerOptions = {},
): () => void {
  const listening = new AbortController();
  for (const [type, listener] of Object.entries(on) as [string, EventListener][])
    target.addEventListener(type, listener, { ...options, signal: listening.signal });
  return () => listening.abort();
}
