/**
 * An element that had the focus, and its position, given by its ancestors, nearest first. `at`: the index of the
 * ancestor's child that is or contains the element.
 */
type Held = { element: HTMLElement; place: readonly { parent: Element; at: number }[] }

/**
 * Maximum number of previously focused elements that are remembered: enough for a dialog, the menu that opened it, and
 * the menu's button.
 */
const mostHeld = 8
const focusable =
  'a[href], button, summary, input, select, textarea, [tabindex]:not([tabindex="-1"]), [role=tab], [contenteditable]'
const fields = 'input:not([type=checkbox], [type=radio]), select, textarea'

/**
 * Keeps the focus from falling back to the page's body when the focused element is removed or disabled (WCAG 2.4.3). An
 * element that is enabled again gets the focus back. A removed element passes it to the nearest control, or else to the
 * previously focused element. Does nothing if the user clears the focus by pressing an empty area or following a link
 * within the page. `first`: the element that already has the focus. Returns a function that stops all this.
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
  /** Looks two frames later, because a closing dialog returns the focus in the next frame. */
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
  /**
   * If the element that had the focus is still in place, the user pressed an empty area, so the focus stays cleared.
   */
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget) return
    if (isPress)
      requestAnimationFrame(() => {
        const isPutDown = document.activeElement === document.body && target instanceof Element && isUsable(target)
        if (isPutDown) held = []
      })
    lookSoon()
  }
  /** A link within the page moves the focus to its target, or clears it. */
  const follow = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a[href^="#"]')) held = []
  }
  const changes = new MutationObserver(lookSoon)
  // The element may already have lost the focus before this code was loaded.
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
 * Goes through the held elements, newest first. Returns the element itself if it can still be focused, else the control
 * nearest to its old position. Never searches in elements that contain the whole content of the page.
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
 * Returns the first control within or after the `at`th child of `parent`, else the last control before that child.
 * Skips fields unless `mayBeField`, because focusing a field opens a phone's keyboard.
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
