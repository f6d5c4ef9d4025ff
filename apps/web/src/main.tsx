import './ui/look.css'
import { createRoot } from 'react-dom/client'
import { language } from './api/language.ts'
import { accessToken } from './api/session.ts'
import { App } from './app/App.tsx'
import { routeAt } from './app/paths.ts'
import { fetchScreen } from './app/screens.ts'
import { speak } from './i18n/texts.ts'
import { awaitInstallOffer } from './pwa/install-offer.ts'

awaitInstallOffer()

// Token, texts and screen are fetched side by side; gate and boundary ask again and report what went wrong.
const screen = routeAt(location.pathname)?.screen ?? 'finlist'
if (screen !== 'subscribe-verify') accessToken().catch(() => {})
const texts = speak(language())
fetchScreen(screen).catch(() => {})
await texts
createRoot(document.querySelector('#root')!).render(<App />)
