/** Resolves a CSS colour for the drawing engine, which accepts plain colours only. `percent`: the opacity. */
export type Colours = (css: string, percent?: number) => string

/** The colours in effect at an element; each is resolved once. */
export function coloursAt(place: HTMLElement): Colours {
  const known = new Map<string, readonly [number, number, number]>()
  const canvas = place.ownerDocument.createElement('canvas').getContext('2d', { willReadFrequently: true })!
  const resolve = (css: string) => {
    const probe = place.ownerDocument.createElement('span')
    place.append(probe)
    // Prevents the forced-colours mode from replacing every colour with the text colour.
    probe.style.setProperty('forced-color-adjust', 'none')
    probe.style.color = css
    canvas.fillStyle = getComputedStyle(probe).color
    probe.remove()
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
    return [red, green, blue] as const
  }
  return (css, percent = 100) => {
    const found = known.get(css) ?? resolve(css)
    known.set(css, found)
    return `rgba(${found.join(', ')}, ${percent / 100})`
  }
}

/** Media queries that affect colours: three system settings, and printing, which uses the light theme. */
const settings = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-contrast: more)', 'print']

/**
 * Calls `act` when colours may have changed: with the theme, the colour of rising prices, the market (of the page or of
 * a part of it), or the system's colours or contrast. Returns a function that stops this.
 */
export function onThemeChange(act: () => void): () => void {
  const gone = new AbortController()
  for (const setting of settings) matchMedia(setting).addEventListener('change', act, gone)
  // Each change of the route sets the market again, mostly to the same one.
  const chosen = new MutationObserver(changes => {
    if (changes.some(({ target, attributeName, oldValue }) => valueOf(target, attributeName) !== oldValue)) act()
  })
  chosen.observe(document.documentElement, {
    subtree: true,
    attributeFilter: ['data-theme', 'data-rising', 'data-market'],
    attributeOldValue: true,
  })
  return () => {
    gone.abort()
    chosen.disconnect()
  }
}

const valueOf = (target: Node, name: string | null) => (target as Element).getAttribute(name ?? '')
