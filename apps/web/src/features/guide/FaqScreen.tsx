import { useLocation } from 'react-router'
import { useTexts } from '../../i18n/texts.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const items = ['phone-app', 'devices', 'data', 'advice', 'colours', 'my-data'] as const

/** Questions that open one by one, several at a time; an address like /faq#devices opens its question. */
export default function FaqScreen() {
  const t = useTexts('guide')
  const { hash } = useLocation()
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('screen.faq')} />
      <p className="mb-4 text-14 text-faded">{t('intro')}</p>
      {items.map(item => (
        <details key={item} id={item} open={hash === `#${item}`} className="group border-b border-line">
          <summary className="flex min-h-11 cursor-pointer items-center py-2 text-16 font-strong">
            {t(`item.${item}`)}
          </summary>
          <div className="pb-4">
            {t(`item.${item}.text`)
              .split('\n')
              .map(paragraph => (
                <p key={paragraph} className="mt-1 max-w-[68ch] text-14">
                  {paragraph}
                </p>
              ))}
          </div>
        </details>
      ))}
    </div>
  )
}
