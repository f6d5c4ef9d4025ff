import { type Language, languageIds, languages } from '@finlist/i18n/languages'
import type { Say, TextKey } from '../language.ts'
import { assets } from './assets.ts'
import { Html, html } from './html.ts'

/** The data of the request that every page needs. */
export type Page = {
  language: Language
  say: Say
  brand: string
  /** The issuer's path, without a trailing slash. */
  path: string
  /** The client's first page. */
  home: string
  /** The page that the language switch leads to. It can be requested with GET. */
  here: string
  outbox: string | undefined
}

/** `once`: the content cannot be shown again, so the page has no links that lead away from it. */
export type Layout = {
  title: TextKey
  wide?: boolean
  goOn?: boolean
  passkey?: boolean
  failed?: boolean
  once?: boolean
  /** Whether the style sheet is inlined, so that nothing has to be loaded before the first paint. */
  styled?: boolean
}

const style = new Html(`<style>${assets.style.body}</style>`)

export function layout(page: Page, options: Layout, main: Html): string {
  const { say, brand } = page
  const title = options.failed ? say('error.summary', { title: say(options.title) }) : say(options.title)
  return html`<!doctype html>
<html lang="${languages[page.language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${brand}</title>
<link rel="icon" href="data:,">
${options.styled ? style : html`<link rel="stylesheet" href="${page.path}${assets.style.path}">`}
${options.goOn && html`<script src="${page.path}${assets.script.path}" defer></script>`}
${options.passkey && html`<script src="${page.path}${assets.passkey.path}" defer></script>`}
</head>
<body>
<header>
${
  options.once
    ? html`<span class="brand">${brand}</span>`
    : html`<a class="brand" href="${page.home}">${brand}</a>
<nav aria-label="${say('switch')}">${languageIds.map(language => languageLink(page, language))}</nav>`
}
</header>
<main class="${options.wide ? 'wide' : 'narrow'}">
<h1>${say(options.title)}</h1>
${main}
</main>
</body>
</html>`.text
}

/** A page with only a message and a link back to the client. */
export function notice(page: Page, title: TextKey, text: TextKey, reference?: string): string {
  return layout(
    page,
    { title },
    html`<p>${page.say(text, { brand: page.brand })}</p>
${reference !== undefined && html`<p class="hint">${page.say('stopped.reference', { reference })}</p>`}
<p><a class="button quiet" href="${page.home}">${page.say('back', { brand: page.brand })}</a></p>`,
  )
}

function languageLink(page: Page, language: Language): Html {
  const name = page.say(`switch.${language}`)
  const tag = languages[language].tag
  return page.language === language
    ? html`<span aria-current="true" lang="${tag}">${name}</span>`
    : html`<a href="${page.here}${page.here.includes('?') ? '&' : '?'}lang=${language}" lang="${tag}" hreflang="${tag}">${name}</a>`
}
