/** The names of the sets of paths that come with the console. */

export const position = 'Where and how far'
export const electric = 'Electric'
export const combustion = 'Combustion'
export const health = 'Health'
