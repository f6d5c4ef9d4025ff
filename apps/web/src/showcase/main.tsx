import '../ui/theme.css'
import { createRoot } from 'react-dom/client'
import { applyLook } from './look.ts'
import { Showcase } from './Showcase.tsx'

applyLook()
createRoot(document.querySelector('#root')!).render(<Showcase />)
