import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { fetchTexts } from '../../i18n/texts.ts'
import { useInstallOffer } from '../../pwa/install-offer.ts'
import { useWaitingUpdate } from '../../pwa/waiting-update.ts'
import { fetchPolls } from '../navigation/Unread.tsx'
import { useConsent } from './use-consent.ts'

/** Fetches a notice's texts and code in parallel. */
const withTexts = async <T,>(code: Promise<T>) => (await Promise.all([code, fetchTexts('notices')]))[0]

const Polls = lazy(fetchPolls)
const UpdateNotice = lazy(() => withTexts(import('./UpdateNotice.tsx')))
const InstallNotice = lazy(() => withTexts(import('./InstallNotice.tsx')))
const ConsentNotice = lazy(() => withTexts(import('./ConsentNotice.tsx')))

/** The app's notices: messages from staff and, below them, at most one question, such as that for consent. */
export function Notices() {
  const install = useInstallOffer()
  return (
    <Edge>
      {/* Has its own Suspense boundary, so that the question below stays visible while the messages' code loads. */}
      <Suspense fallback={null}>
        <Polls />
      </Suspense>
      <Question>{install && <InstallNotice how={install} />}</Question>
    </Edge>
  )
}

/** The only notices shown during registration. */
export const FirstQuestions = () => (
  <Edge>
    <Question />
  </Edge>
)

function Question({ children = null }: { children?: ReactNode }) {
  const takeUpdate = useWaitingUpdate()
  const { isOpen } = useConsent()
  if (takeUpdate) return <UpdateNotice onTake={takeUpdate} />
  return isOpen ? <ConsentNotice /> : children
}

/**
 * The container of the notices: above the tab bar on a phone, in the corner on a desktop. It never covers the header,
 * and the page can be scrolled until its end is above the container.
 */
function Edge({ children }: { children: ReactNode }) {
  const edge = useRef<HTMLDivElement>(null)
  useEffect(() => leaveRoomFor(edge.current!), [])
  return (
    <div
      ref={edge}
      aria-live="polite"
      className="pointer-events-none fixed short:static inset-x-0 bottom-(--tab-bar) z-30 flex max-h-[calc(100dvh-var(--tab-bar)-4rem)] flex-col gap-2 overflow-y-auto p-3 empty:p-0 md:left-auto md:w-[26.5rem] md:p-5 md:empty:p-0"
    >
      <Suspense fallback={null}>{children}</Suspense>
    </div>
  )
}

/** Reserves room for the notices at the end of the page. Returns a function that removes it. */
function leaveRoomFor(edge: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(([entry]) =>
    style.setProperty('--notices', `${entry!.borderBoxSize[0]!.blockSize}px`),
  )
  observer.observe(edge, { box: 'border-box' })
  return () => {
    observer.disconnect()
    style.removeProperty('--notices')
  }
}
