/** An element that had the focus, and its place: its ancestors, nearest first, each with the child that led to it. */
type Held = { element: HTMLElement; place: readonly { parent: Element; at: number }[] }

/** How many places of the focus are remembered: a dialog's, the menu's that opened it, the button's of the menu. */
const mostHeld = 8
const focusable =
  'a[href], button, summary, input, select, textarea, [tabindex]:not([tabindex="-1"]), [role=tab], [contenteditable]'
const fields = 'input:not([type=checkbox], [type=radio]), select, textarea'

/**
 * Sees to it that the focus is not lost to the page's body when what had it goes away or is disabled (WCAG 2.4.3): what
 * is enabled again has it back, and what is gone leaves it to the nearest control in its place, or to what had it before.
 * A person who puts the focus down, by a press beside everything or a link to a part of the page, is let be. `first`:
 * what has the focus already. Returns a function that ends it.
 */
export function keepFocus(first?: EventTarget | null): () => void {
  let held: Held[] = []
  let frame = 0

  const remember = ({ target }: Pick<FocusEvent, 'target'>) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    held = [...held.filter(({ element }) => element !== target), { element: target, place: placeOf(target) }].slice(
      -mostHeld,
    )
  }
  /** A dialog gives the focus back by itself, within a frame. */
  const lookSoon = () => {
    if (frame) return
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        frame = 0
        look()
      })
    })
  }
  const look = () => {
    const last = held.at(-1)?.element
    if (!last || (document.activeElement && document.activeElement !== document.body)) return
    if (last.isConnected && isDisabled(last)) return
    const heir = heirOf(held)
    if (heir) heir.focus()
    else document.getElementById('content')?.focus({ preventScroll: true })
  }
  let isPress = false
  const press = () => {
    isPress = true
    requestAnimationFrame(() => {
      isPress = false
    })
  }
  /** Only a press beside everything puts the focus down, and leaves what had it where it stands. */
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget) return
    if (isPress)
      requestAnimationFrame(() => {
        const isPutDown = document.activeElement === document.body && target instanceof Element && isUsable(target)
        if (isPutDown) held = []
      })
    lookSoon()
  }
  /** A link to a part of the page takes the focus there, or puts it down. */
  const follow = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[href^="#"]')) held = []
  }
  const changes = new MutationObserver(lookSoon)
  // Until this came, the focus may have been put down, and may have been lost.
  if (!(first instanceof Element && isUsable(first) && document.activeElement === document.body)) {
    remember({ target: first ?? null })
    lookSoon()
  }
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', left)
  document.addEventListener('mousedown', press, { capture: true })
  document.addEventListener('click', follow)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden'] })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', left)
    document.removeEventListener('mousedown', press, { capture: true })
    document.removeEventListener('click', follow)
    changes.disconnect()
    cancelAnimationFrame(frame)
  }
}

function placeOf(element: Element): Held['place'] {
  const place: { parent: Element; at: number }[] = []
  for (let child = element, parent = child.parentElement; parent && parent !== document.body; ) {
    place.push({ parent, at: [...parent.children].indexOf(child) })
    child = parent
    parent = child.parentElement
  }
  return place
}

const isDisabled = (element: Element) => element.matches(':disabled')
const isUsable = (element: Element) => element.isConnected && !isDisabled(element) && element.checkVisibility()

/** The newest of what had the focus that can have it, or the control nearest to where it stood, within the page's content. */
function heirOf(held: readonly Held[]): HTMLElement | undefined {
  const content = document.getElementById('content')
  for (const { element, place } of held.toReversed()) {
    if (isUsable(element)) return element
    for (const { parent, at } of place) {
      if (!parent.isConnected || (parent !== content && parent.contains(content))) continue
      const found = nearest(parent, at, element.matches(fields))
      if (found) return found
    }
  }
  return undefined
}

/** The first control in or after a parent's child, else the last before it. A field opens a phone's keyboard: only for a field. */
function nearest(parent: Element, at: number, mayBeField: boolean): HTMLElement | undefined {
  const child = parent.children[at]
  const controls = [...parent.querySelectorAll<HTMLElement>(focusable)].filter(
    control => isUsable(control) && (mayBeField || !control.matches(fields)),
  )
  const isBefore = (control: Element) =>
    !child || (!child.contains(control) && child.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_PRECEDING)
  return controls.find(control => !isBefore(control)) ?? controls.at(-1)
}
