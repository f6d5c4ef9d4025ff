import { languageFor } from '@finlist/i18n/languages'
import type { Page } from '../http/page.ts'
import { money, sayIn } from '../language.ts'
import { frame } from './frame.ts'
import { html } from './html.ts'

/** The button of the test wallet. Query parameters: `group`, `locale`, `amount` in cents, and `label`. */
export const wallet: Page = {
  method: 'GET',
  path: '/_sandbox/wallet',
  answer: ({ query, allowedOrigin }) => {
    const text = (name: string) => (typeof query[name] === 'string' ? query[name].slice(0, 100) : '')
    const language = languageFor([text('locale')]) ?? 'en'
    const say = sayIn(language)
    const texts = { paid: say('wallet.paid'), failed: say('wallet.failed') }
    return frame(
      {
        language,
        title: say('wallet.title'),
        script: '/_sandbox/wallet.js',
        shop: allowedOrigin,
        data: { group: text('group'), texts: JSON.stringify(texts) },
      },
      html`<button type="button" class="wallet" title="${text('label')}">${say('wallet.title')}
<span id="amount">${money(Number.parseInt(text('amount'), 10) || 0)}</span></button>
<p class="away" role="status"></p>`,
    )
  },
}
