import { type Language, languageIds, languages } from '@finlist/i18n/languages'
import type { PageAnswer } from '../http/page.ts'
import { type Say, sayIn } from '../language.ts'
import { type Html, html } from './html.ts'

export type Layout = {
  language: Language
  title: string
  /** The URL of the current page, for the language switch. */
  here: string
  /** Whether to link to the console's first page. */
  home?: true
  status?: number
  /** The origin that may frame the page; none if omitted. */
  framedBy?: string
  /** Other origins that the page's forms may redirect to. */
  leadsTo?: readonly string[]
}

/** The HTML of a page of the sandbox, in one language. */
export function layout(
  { language, title, here, home, status = 200, framedBy, leadsTo = [] }: Layout,
  main: Html,
): PageAnswer {
  const say = sayIn(language)
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'self'",
        "img-src 'self' data:",
        "base-uri 'none'",
        `form-action ${["'self'", ...leadsTo].join(' ')}`,
        `frame-ancestors ${framedBy ?? "'none'"}`,
      ].join('; '),
    },
    body: html`<!doctype html>
<html lang="${languages[language].tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${say('company')}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_sandbox/pages.css">
</head>
<body>
<header>
${home ? html`<a class="brand" href="${inLanguage('/_sandbox/', language)}">${say('company')}</a>` : html`<span class="brand">${say('company')}</span>`}
<nav aria-label="${say('language')}">${languageIds.map(other => switchTo(say, here, language, other))}</nav>
</header>
<main>
<p class="test">${say('company.test')}</p>
<h1>${title}</h1>
${main}
</main>
</body>
</html>`.text,
  }
}

/** The 404 page for an object that does not exist or was deleted. */
export function notFound(language: Language, here: string, framedBy?: string): PageAnswer {
  const say = sayIn(language)
  const framed = framedBy === undefined ? {} : { framedBy }
  return layout({ language, title: say('missing'), here, status: 404, ...framed }, html`<p>${say('missing.text')}</p>`)
}

/** The URL of the same page in another language, which is part of the URL. */
export function inLanguage(path: string, language: Language): string {
  return `${path}${path.includes('?') ? '&' : '?'}lang=${language}`
}

function switchTo(say: Say, here: string, current: Language, language: Language): Html {
  const name = say(`language.${language}`)
  const tag = languages[language].tag
  return current === language
    ? html`<span aria-current="true" lang="${tag}">${name}</span>`
    : html`<a href="${inLanguage(here, language)}" lang="${tag}" hreflang="${tag}">${name}</a>`
}
