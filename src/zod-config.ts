/** Imported first of all: schemas are built while modules load, and zod's compiler would need `unsafe-eval`. */
import * as z from 'zod/mini'

z.config({ jitless: true })
