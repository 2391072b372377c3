/** The one Mantine theme: a deep teal accent, system fonts, motion only where it is welcome. */
import { createTheme, type MantineColorsTuple } from '@mantine/core'

const teal: MantineColorsTuple = [
  '#e6f6f4',
  '#cfeae7',
  '#a0d6d1',
  '#6dc0ba',
  '#43aea6',
  '#2a9c95',
  '#158a84',
  '#0c7673',
  '#0c6a6a',
  '#07504f',
]

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 8, dark: 7 },
  colors: { teal },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 6,
  respectReducedMotion: true,
  cursorType: 'pointer',
  fontSmoothing: false,
  components: {
    Button: { classNames: { root: 'button', loader: 'button-loader' } },
    Input: { classNames: { wrapper: 'input' } },
  },
})
