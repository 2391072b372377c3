/**
 * The empty form beside a table. A row's button submits it to the button's own address as long as no script handles the
 * click. No field belongs to the form, so Enter in one submits nothing.
 */
import { createContext, useContext } from 'react'

const RowFormContext = createContext<string | undefined>(undefined)
export const RowFormProvider = RowFormContext.Provider

/** @returns the ID of the form of the table around a cell */
export const useRowForm = (): string | undefined => useContext(RowFormContext)
