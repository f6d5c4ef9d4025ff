import { type Language } from '@finlist/i18n/languages'
import '../src/ui/theme.css'
import '../src/i18n/list-texts.ts'
import '../src/i18n/seldom-texts.ts'
import '../src/i18n/staff-texts.ts'
import type { AnyCall } from '@finlist/contract/call'
import { QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import { type ReactNode, Suspense, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { keepLanguage } from '../src/api/language.ts'
import { unknownOperator } from '../src/api/operator.ts'
import { operatorFacts } from '../src/api/operator-facts.ts'
import { queryClient } from '../src/api/query-client.ts'
import { reload } from '../src/api/storage.ts'
import { applyTheme } from '../src/api/theme.ts'
import { currentAlert } from '../src/components/notices/show-alert.ts'
import { viewsOfPerson } from '../src/components/views/list-view.ts'
import { type Feature, fetchTexts, setLanguage } from '../src/i18n/texts.ts'
import { allAnswered } from './network-edge.ts'

type Look = {
  language?: Language
  theme?: 'light' | 'dark'
  screen?: keyof typeof screens
  /** The address at which the component is rendered. */
  path?: string
  /** Whether the component has its own main landmark. */
  isWhole?: boolean
  /** The texts that the component's screen loads. */
  texts?: Feature[]
}
const screens = { desktop: [1440, 900], phone: [390, 844], narrow: [320, 640] } as const

/** Two looks: English in the light theme, and Chinese in the dark one. */
export const looks = [
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' },
] as const satisfies Look[]

/** How long the browser's window may take to change, in ms. */
const windowMs = 10_000

let root: Root | undefined
let place: HTMLElement | undefined
let address = ''
let navigate: (steps: number) => unknown = () => undefined

async function leaveFullScreen() {
  if (document.fullscreenElement) await document.exitFullscreen()
}

/**
 * Renders a component as the app does: with its styles, texts, theme and query client. The component's data is put into
 * the query client in advance. If the component makes any other call, the test fails.
 */
export async function show(
  part: ReactNode,
  { language = 'en', theme = 'light', screen = 'desktop', path = '/', isWhole = false, texts = [] }: Look = {},
) {
  const [width, height] = screens[screen]
  await leaveFullScreen()
  // The browser refuses a new size while its window is still leaving full screen.
  await vi.waitFor(() => page.viewport(width, height), { timeout: windowMs })
  keepLanguage(language)
  applyTheme(theme)
  queryClient.setQueryData(operatorFacts.queryKey, known => known ?? unknownOperator)
  queryClient.setQueryData(viewsOfPerson().queryKey, known => known ?? {})
  await Promise.all([setLanguage(language), ...texts.map(fetchTexts)])
  // Removes what the test showed before, which would otherwise continue to send requests.
  root?.unmount()
  place?.remove()
  place = document.body.appendChild(document.createElement(isWhole ? 'div' : 'main'))
  if (!isWhole) {
    place.id = 'content'
    place.className = 'w-full max-w-400 p-4 md:p-8'
  }
  root = createRoot(place)
  root.render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <Address />
        <Suspense>{part}</Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** The address to which the component has navigated. */
export const addressNow = () => address

/** Presses the browser's back button. */
export const goBack = () => navigate(-1)

function Address() {
  const { pathname, search, hash } = useLocation()
  const go = useNavigate()
  useEffect(() => {
    address = pathname + search + hash
    navigate = go
  }, [pathname, search, hash, go])
  return null
}

/** Removes what is shown, and waits for the requests that it sends when unmounted. */
export async function takeDown() {
  root?.unmount()
  root = undefined
  await allAnswered()
  document.body.replaceChildren()
}

/**
 * Removes what is shown, then the answers to a call that failed as the test intended. In the other order, what is shown
 * could make the call again.
 */
export async function forget({ path }: Pick<AnyCall, 'path'>) {
  await takeDown()
  queryClient.removeQueries({ queryKey: [path] })
}

/** Removes everything that a test has left behind, so that it cannot affect the next one. */
export async function putAway() {
  // Waits until pending requests have been answered.
  await allAnswered()
  for (let waits = 0; waits < 40 && queryClient.isFetching() > 0; waits++)
    await new Promise(resolve => setTimeout(resolve, 25))
  const unanswered = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'error' || state.fetchStatus !== 'idle')
    .map(({ queryKey }) => queryKey)
  await takeDown()
  await queryClient.cancelQueries()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  reload()
  currentAlert()?.done()
  for (const name of ['style', 'data-theme', 'data-rising', 'class']) document.documentElement.removeAttribute(name)
  document.documentElement.lang = 'en'
  document.title = 'FinList'
  await setLanguage('en')
  expect(unanswered, 'what the part asked for and was not given').toEqual([])
}

/**
 * Names whose parts are separated only by a margin, for example “0377Hin Mo Pharma”, which screen readers read as one
 * word.
 */
function gluedNames(): string[] {
  const named = document.querySelectorAll(
    'a, button, label, legend, caption, summary, th, h1, h2, h3, h4, [role=option]',
  )
  return [...named].flatMap(element => {
    if (element.hasAttribute('aria-label')) return []
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) if ((walker.currentNode as Text).data !== '') texts.push(walker.currentNode as Text)
    const glued = texts.slice(1).some((text, at) => {
      const before = texts[at]!
      const [left, right] = [edgeOf(before, text), edgeOf(text, before)]
      const isOneWord = /[\p{L}\d]$/u.test(before.data) && /^[\p{L}\d]/u.test(text.data)
      const isInline = [...left, ...right].every(({ display }) => display === 'inline')
      const gap = Math.max(
        ...left.map(it => Number.parseFloat(it.marginRight) + Number.parseFloat(it.paddingRight)),
        ...right.map(it => Number.parseFloat(it.marginLeft) + Number.parseFloat(it.paddingLeft)),
      )
      return isOneWord && isInline && gap > 0
    })
    return glued ? [element.textContent] : []
  })
}

/** The styles of a text’s ancestors, up to the first one that also contains the other text. */
function edgeOf(text: Text, other: Text): CSSStyleDeclaration[] {
  const styles: CSSStyleDeclaration[] = []
  for (let at = text.parentElement; at && !at.contains(other); at = at.parentElement) styles.push(getComputedStyle(at))
  return styles
}

/** Asserts that what is shown has no accessibility violations once all animations have ended. */
export async function noViolations() {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.all(ending.map(animation => animation.finished.catch(() => 0)))
  const { violations } = await axe.run(document, { resultTypes: ['violations'] })
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([])
  expect(gluedNames()).toEqual([])
}

/** The elements that extend beyond the right edge of the page, except within elements that scroll sideways. */
export function sticksOut() {
  if (document.documentElement.scrollWidth <= innerWidth) return []
  const all = [...document.body.querySelectorAll('*')]
  const isScrolled = (element: Element) => element.closest('[class*=overflow-x]') !== null
  return all
    .filter(element => element.getBoundingClientRect().right > innerWidth && !isScrolled(element))
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
}

/** Doubles the text size, as users can in their browsers. */
export function doubleText() {
  document.documentElement.style.fontSize = '200%'
}
