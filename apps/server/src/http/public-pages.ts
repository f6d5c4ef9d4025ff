import { publicPaths } from '@finlist/contract/app-paths'
import { markets } from '@finlist/domain/markets'
import { type Language, languages } from '@finlist/i18n/languages'
import { EncodedResponse } from './encoded-response.ts'
import { marketName, translate } from './translate.ts'

export type Site = { brand: string; publicUrl: string }

/**
 * The web client's page for each public URL, with the URL's own title, description and Open Graph tags for link
 * previews and crawlers that run no scripts. Built once per URL and language.
 */
export class PublicPages {
  readonly #made = new Map<string, Promise<EncodedResponse>>()
  readonly #index: string
  readonly #site: Site

  constructor(index: string, site: Site) {
    this.#index = index
    this.#site = site
  }

  /** The page at a path; undefined if the path is not public. */
  at(path: string, language: Language): Promise<EncodedResponse> | undefined {
    if (!publicPaths.includes(path)) return undefined
    const key = `${language} ${path}`
    const page = this.#made.get(key) ?? EncodedResponse.of(Buffer.from(this.#withHead(path, language)))
    this.#made.set(key, page)
    return page
  }

  #withHead(path: string, language: Language): string {
    const { brand, publicUrl } = this.#site
    const market = markets.find(({ linkSuffix }) => path === `/track-record-${linkSuffix}`)
    const page = market ? 'track-record' : path === '/method' ? 'method' : 'verify'
    const values = { brand, market: market ? marketName(language, market.id) : '' }
    const title = escape(`${translate(language, `public-page.${page}.title`, values)} · ${brand}`)
    const description = escape(translate(language, `public-page.${page}.description`, values))
    const facts = {
      type: 'website',
      site_name: escape(brand),
      title,
      description,
      url: escape(new URL(path, publicUrl).href),
    }
    const tags = Object.entries(facts).map(([name, content]) => `<meta property="og:${name}" content="${content}" />`)
    return this.#index
      .replace(/<html lang="[^"]*"/, `<html lang="${languages[language].tag}"`)
      .replace(/<meta name="description" content="[^"]*" ?\/?>/, '')
      .replace(
        /<title>[^<]*<\/title>/,
        [`<title>${title}</title>`, `<meta name="description" content="${description}" />`, ...tags].join(''),
      )
  }
}

const escape = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
