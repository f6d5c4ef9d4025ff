import { type Invoice, invoicePdf } from '@finlist/contract/billing'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../../../api/request.ts'
import { failureText } from '../../../../components/failure-text.ts'
import { showAlert } from '../../../../components/notices/show-alert.ts'
import { useTranslation } from '../../../../i18n/texts.ts'
import { Button, buttonClass } from '../../../../ui/button.tsx'

const look = '-my-1.5 px-3! text-accent!'

/** Opens the receipt in a new tab. If the browser blocks new tabs, a link to the receipt replaces the button. */
export function PdfButton({ invoice: { invoiceId, number } }: { invoice: Invoice }) {
  const t = useTranslation('dashboard')
  const [isAsking, setAsking] = useState(false)
  const [ready, setReady] = useState<string>()
  const name = t('receipts.pdf.of', { number })

  const open = async () => {
    // Opened during the click, because popup blockers block a tab that is opened after the response.
    const tab = openTab(t('receipts.pdf.preparing'))
    setAsking(true)
    try {
      const { link } = await request(invoicePdf, { params: { id: invoiceId } })
      if (tab && !tab.closed) tab.location.replace(link)
      else setReady(link)
    } catch (error) {
      console.error(error)
      tab?.close()
      await showAlert(failureText(error, t))
    } finally {
      setAsking(false)
    }
  }
  if (ready)
    return (
      <a
        ref={link => link?.focus()}
        href={ready}
        target="_blank"
        rel="noreferrer"
        aria-label={name}
        // The link works only once.
        onClick={() => setTimeout(() => setReady(undefined))}
        className={buttonClass('quiet', look)}
      >
        {t('receipts.pdf.open')}
      </a>
    )
  return (
    <Button
      variant="quiet"
      aria-label={name}
      aria-busy={isAsking}
      disabled={isAsking}
      className={look}
      onClick={() => void open()}
    >
      <FileText size={16} aria-hidden /> {t('receipts.pdf')}
    </Button>
  )
}

function openTab(waiting: string): Window | null {
  const tab = window.open('', '_blank')
  if (!tab) return null
  tab.opener = null
  tab.document.title = waiting
  tab.document.body.textContent = waiting
  return tab
}
