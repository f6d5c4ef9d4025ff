import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useOperator } from '../../api/operator.ts'
import { SupportContacts, useIsReachable } from '../../components/notices/support-contacts.tsx'
import { type Key, useTranslation } from '../../i18n/texts.ts'
import { SearchField } from '../../ui/fields/search-field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { FaqItem } from './FaqItem.tsx'
import { faqItems } from './faq-items.ts'

/**
 * Questions, several of which can be expanded at the same time. An address such as /faq#devices expands its question.
 */
export default function FaqScreen() {
  const t = useTranslation('guide')
  const { brand } = useOperator()
  const isReachable = useIsReachable()
  const { hash, key } = useLocation()
  const [sought, setSought] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [arrivedBy, setArrivedBy] = useState<string>()
  const named = faqItems.find(item => hash === `#${item}`)
  if (named && arrivedBy !== key) {
    setArrivedBy(key)
    setSought('')
    setOpen(new Set(open).add(named))
  }
  useEffect(() => {
    if (named) document.getElementById(named)?.scrollIntoView({ block: 'start' })
  }, [named, key])

  const words = sought.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const found = faqItems.filter(item => {
    const keys: Key<'guide'>[] = [`item.${item}`, `item.${item}.text`]
    const text = keys
      .map(key => t(key, { brand }))
      .join(' ')
      .toLowerCase()
    return words.every(word => text.includes(word))
  })
  const toggle = (item: string, isOpen: boolean) =>
    setOpen(now => (isOpen ? new Set(now).add(item) : new Set([...now].filter(other => other !== item))))
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('screen.faq')} />
      <p className="text-14 text-faded">{t('intro')}</p>
      <SearchField
        label={t('search')}
        clearLabel={t('search.clear')}
        value={sought}
        onChange={setSought}
        className="mt-4 md:w-80"
      />
      <output className="mt-2 mb-3 block text-13 text-faded">{t('found', { count: found.length })}</output>
      <div className="border-t border-line">
        {found.map(item => (
          <FaqItem key={item} item={item} open={open.has(item)} onToggle={isOpen => toggle(item, isOpen)} />
        ))}
      </div>
      {isReachable && (
        <section aria-labelledby="support" className="mt-10">
          <h2 id="support" className="border-b border-ink pb-1.5 text-14 font-strong">
            {t('support')}
          </h2>
          <p className="mt-2 max-w-[68ch] text-14">{t('support.text')}</p>
          <div className="mt-1">
            <SupportContacts />
          </div>
        </section>
      )}
    </div>
  )
}
