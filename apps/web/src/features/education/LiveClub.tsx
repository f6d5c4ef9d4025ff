import { clubChangesAt, isClubOpen } from '@finlist/domain/education/live-club'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, ExternalLink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { productNow } from '../../api/product-now.ts'
import { saveFile } from '../../components/save-file.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { clubCalendar } from './club-calendar.ts'
import { clubLink } from './queries.ts'

/**
 * The link to register for the live club. Shown only on the club's weekends, to people with the right, and only after
 * staff have set it.
 */
export function LiveClub() {
  const t = useTranslation('education')
  const open = useClubOpen()
  const { data: link = '' } = useQuery({ ...clubLink(), enabled: open })
  if (!open || !/^https?:\/\//.test(link)) return null
  return (
    <section
      aria-labelledby="live-club"
      className="mb-6 flex flex-wrap items-center gap-x-8 gap-y-4 rounded-md border border-line border-l-2 border-l-accent bg-accent-wash px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-80">
        <h2 id="live-club" className="text-16 font-strong">
          {t('club.title')}
        </h2>
        <p className="mt-1 max-w-[64ch] text-14">{t('club.text')}</p>
      </div>
      <div className="flex flex-wrap gap-3 max-md:w-full">
        <a href={link} target="_blank" rel="noreferrer" className={buttonClass('main', 'max-md:flex-1')}>
          {t('club.register')}
          <ExternalLink size={15} aria-hidden />
        </a>
        <Button
          className="max-md:flex-1"
          onClick={() =>
            saveFile(
              'sunday-club.ics',
              clubCalendar({ title: t('club.event'), link, now: productNow() }),
              'text/calendar;charset=utf-8',
            )
          }
        >
          {t('club.calendar')}
          <CalendarPlus size={15} aria-hidden />
        </Button>
      </div>
    </section>
  )
}

const hourMs = 3_600_000

/** Whether the club is open, updated while the page stays open. */
function useClubOpen(): boolean {
  const [now, setNow] = useState(productNow)
  useEffect(() => {
    const wait = Math.min(clubChangesAt(now) - now, hourMs)
    const timer = setTimeout(() => setNow(productNow()), Math.max(wait, 1_000))
    return () => clearTimeout(timer)
  }, [now])
  return isClubOpen(now)
}
