import { type Language, languageIds, languages } from '@finlist/i18n/languages'
import { Html, html } from '@finlist/identity/pages/html'
import type { Config } from '../../config.ts'
import { latinQuotes } from '../../http/plain-page.ts'
import { type TextKey, translate } from '../../http/translate.ts'

export const style = `${latinQuotes}:root{color-scheme:light dark;--ink:#1c1d20;--paper:#fff;--soft:#59616b;--line:#dfe3e8;--accent:#123f8c;--on:#fff;--up:#1d6040;--down:#a3261c;--mid:#8a5a00}
@media(prefers-color-scheme:dark){:root{--ink:#e7eaee;--paper:#101216;--soft:#a2a9b2;--line:#2b3139;--accent:#9dbdf2;--on:#10203a;--up:#86d1ab;--down:#f2a097;--mid:#e2b45c}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 "Latin quotes",-apple-system,"Segoe UI",Roboto,Ubuntu,Cantarell,"Noto Sans","Liberation Sans",Arial,"PingFang HK","Microsoft JhengHei","Noto Sans CJK HK",sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:62rem;margin:0 auto;padding:0 1.25rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 1rem;min-height:3.5rem;border-bottom:1px solid var(--line)}header b{flex:1;font-size:1.125rem}header b a{color:inherit;text-decoration:none}
a{color:var(--accent)}header a,.links a{display:inline-flex;align-items:center;min-height:2.75rem}
.button,a.quiet{display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border:1px solid var(--accent);border-radius:6px;font-weight:600;text-decoration:none}.button{background:var(--accent);color:var(--on)}.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.5rem}
h1{margin:0 0 1rem;font-size:clamp(1.75rem,4vw,2.5rem);line-height:1.2;letter-spacing:-.015em;text-wrap:balance}
h2{margin:3rem 0 .75rem;padding-top:.75rem;border-top:2px solid var(--ink);font-size:1.25rem}
p,li{margin:0 0 1rem;max-width:68ch}ul{padding-left:1.25rem}li{margin-bottom:.375rem}.soft,td small,th small{color:var(--soft)}
.top{display:grid;gap:2rem;align-items:center;padding:2.5rem 0 0}.top svg{width:100%;color:var(--accent)}
@media(min-width:48rem){.top{grid-template-columns:1fr 1fr;gap:3rem}}
.table{overflow-x:auto;overflow-wrap:normal}table{width:100%;border-collapse:collapse}th,td{padding:.5rem 1rem .5rem 0;border-bottom:1px solid var(--line);text-align:start;vertical-align:top;font-weight:400}thead th{color:var(--soft);font-size:.8125rem}tbody th{font-weight:600}td small,th small{display:block;font-size:.8125rem;font-weight:400}td,tbody th{white-space:nowrap}th:last-child,td:last-child{padding-right:0}@media(max-width:30rem){table{font-size:.875rem}th,td{padding-right:.5rem}}.wide{display:none}@media(min-width:40rem){.wide{display:table-cell}}tbody th.stock{white-space:normal}.n{text-align:end;font-variant-numeric:tabular-nums}
.chart svg{display:block;width:100%;height:auto}.chart{margin:2rem 0 0}.line{stroke:var(--accent)}figcaption{color:var(--soft);font-size:.875rem}
.UPTREND,.up{color:var(--up)}.DOWNTREND,.down{color:var(--down)}.UNDER_PRESSURE{color:var(--mid)}.RALLY_ATTEMPT{color:var(--accent)}td b{font-weight:600}
.screens{display:grid;gap:1.5rem}.screens figure{margin:0}.screens img{display:block;width:100%;height:auto;border:1px solid var(--line);border-radius:6px}.screens figcaption{padding-top:.5rem}@media(max-width:40rem){.screens{display:flex;overflow-x:auto;scroll-snap-type:x proximity;scroll-padding:1.25rem;margin:0 -1.25rem;padding:0 1.25rem .5rem}.screens figure{flex:0 0 16rem;scroll-snap-align:start}}@media(min-width:48rem){.screens{grid-template-columns:1fr 1fr}.screens figure:first-child{grid-column:1/-1}}
details{border-bottom:1px solid var(--line)}summary{display:flex;align-items:center;min-height:2.75rem;padding:.375rem 0;font-weight:600;cursor:pointer}summary::before{content:"+";flex:none;width:1.5rem;color:var(--accent)}[open]>summary::before{content:"–"}summary::-webkit-details-marker{display:none}details p{margin:0 0 1rem 1.5rem}
.links{display:flex;flex-wrap:wrap;gap:0 1.5rem}footer{margin-top:3rem;padding-top:1rem;padding-bottom:2rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem}`

type Frame = {
  config: Config
  language: Language
  /** The page's path. */
  path: string
  title: string
  description: string
  /** Facts for search engines (schema.org), besides the name, the description and the language. */
  facts?: Record<string, unknown>
  body: Html
}

/** A public page of the server: complete in one response, without scripts. */
export function publicFrame({ config, language, path, title, description, facts, body }: Frame): string {
  const brand = config.BRAND
  const say = (key: string) => translate(language, `welcome.${key}` as TextKey, { brand })
  const other = languageIds.find(id => id !== language)!
  const url = new URL(path, config.publicUrl).href
  const data = facts && {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    name: title,
    description,
    url,
    inLanguage: languages[language].tag,
    ...facts,
  }
  return html`<!doctype html>
<html lang="${languages[language].tag}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<meta name="description" content="${description}"><link rel="icon" href="data:,"><link rel="canonical" href="${url}?lang=${language}">
<meta property="og:type" content="website"><meta property="og:site_name" content="${brand}"><meta property="og:title" content="${title}">
<meta property="og:description" content="${description}"><meta property="og:url" content="${url}"><meta property="og:image" content="${url}.png"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630"><meta property="og:image:alt" content="${say('picture')}"><meta name="twitter:card" content="summary_large_image">
<meta property="og:locale" content="${languages[language].locale.replace('-', '_')}">
<link rel="alternate" hreflang="${languages[language].tag}" href="${path}?lang=${language}"><link rel="alternate" hreflang="${languages[other].tag}" href="${path}?lang=${other}">
${data && new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)}
<style>${new Html(style)}</style></head>
<body><header><b><a href="/welcome?lang=${language}">${brand}</a></b><a href="${path}?lang=${other}" lang="${languages[other].tag}">${say('switch')}</a>
<a href="/auth/login?lang=${language}&amp;returnTo=/start">${say('sign-in')}</a></header>
<main>${body}</main><footer><p>${say('end')}</p></footer></body></html>`.text
}

/** The link that begins the creation of an account. */
export const signUpLink = (language: Language): Html =>
  html`<a class="button" href="/auth/login?lang=${language}&amp;create=yes&amp;returnTo=/start">${translate(language, 'welcome.sign-up')}</a>`
