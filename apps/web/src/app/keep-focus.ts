/**
 * An element that had the focus, and its place: its ancestors, nearest first, each with the index of the child that led
 * to it.
 */
type Held = { element: HTMLElement; place: readonly { parent: Element; at: number }[] }

/** How many focus places are remembered: a dialog's, that of the menu that opened it, that of the menu's button. */
const mostHeld = 8
const focusable =
  'a[href], button, summary, input, select, textarea, [tabindex]:not([tabindex="-1"]), [role=tab], [contenteditable]'
const fields = 'input:not([type=checkbox], [type=radio]), select, textarea'

/**
 * Keeps the focus from falling back to the page's body when the focused element is removed or disabled (WCAG 2.4.3): an
 * element that is enabled again gets it back; a removed one passes it to the nearest control in its place, or to the
 * previously focused element. Leaves the focus dropped when the user drops it, by pressing an empty area or a link to a
 * part of the page. `first`: the element that already has the focus. Returns a function that ends it.
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
  /** A dialog returns the focus automatically, within a frame. */
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
  /** Only a press on an empty area drops the focus and leaves the element that had it in place. */
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget) return
    if (isPress)
      requestAnimationFrame(() => {
        const isPutDown = document.activeElement === document.body && target instanceof Element && isUsable(target)
        if (isPutDown) held = []
      })
    lookSoon()
  }
  /** A link to a part of the page moves the focus there, or drops it. */
  const follow = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[href^="#"]')) held = []
  }
  const changes = new MutationObserver(lookSoon)
  // Before this code loaded, the focus may have been dropped, and may have been lost.
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

/**
 * The most recently focused element that can still be focused, or the control nearest to its place, within the page's
 * content.
 */
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

/**
 * The first control in or after a parent's child, else the last before it. A field would open a phone's keyboard, so
 * fields are skipped unless `mayBeField`.
 */
function nearest(parent: Element, at: number, mayBeField: boolean): HTMLElement | undefined {
  const child = parent.children[at]
  const controls = [...parent.querySelectorAll<HTMLElement>(focusable)].filter(
    control => isUsable(control) && (mayBeField || !control.matches(fields)),
  )
  const isBefore = (control: Element) =>
    !child || (!child.contains(control) && child.compareDocumentPosition(control) === Node.DOCUMENT_POSITION_PRECEDING)
  return controls.find(control => !isBefore(control)) ?? controls.at(-1)
}
