import { type Language } from '@finlist/i18n/languages'
import { type Html, html } from '@finlist/identity/pages/html'
import { type TextKey, translate } from '../../http/translate.ts'

const screens = ['list', 'chart', 'markets'] as const
const [desktop, phone] = [
  { width: 1200, height: 750 },
  { width: 780, height: 1280 },
]

/** The brand in the pictures, which `tools/pictures/welcome.ts` takes of the demo. */
export const picturedBrand = 'FinList'

/** Pictures of the product, in the visitor's theme and for the width of the screen, loaded when they come near. */
export function productPictures(language: Language): Html {
  const say = (key: string) => translate(language, `welcome.${key}` as TextKey)
  const address = (screen: string, theme: string, size: string) =>
    `/welcome/${screen}-${language}-${theme}-${size}.webp`
  const dark = '(prefers-color-scheme: dark)'
  const narrow = '(max-width: 40rem)'
  return html`<h2>${say('screens')}</h2><p class="soft">${say('screens.text')}</p><div class="screens" role="group" aria-label="${say('screens')}" tabindex="0">
${screens.map(
  screen =>
    html`<figure><picture><source media="${narrow} and ${dark}" srcset="${address(screen, 'dark', 'phone')}" width="${phone.width}" height="${phone.height}"><source media="${narrow}" srcset="${address(screen, 'light', 'phone')}" width="${phone.width}" height="${phone.height}"><source media="${dark}" srcset="${address(screen, 'dark', 'desktop')}"><img src="${address(screen, 'light', 'desktop')}" width="${desktop.width}" height="${desktop.height}" alt="${say(`screen.${screen}.alt`)}" loading="lazy" decoding="async"></picture><figcaption>${say(`screen.${screen}`)}</figcaption></figure>`,
)}
</div>`
}
