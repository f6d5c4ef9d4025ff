import { test } from '@playwright/test'
import { inEachTheme } from '../themes.ts'
import { typeTasks } from './tasks.ts'

inEachTheme(look => typeTasks(test, look))
