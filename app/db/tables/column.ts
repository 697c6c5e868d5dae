/** JSON kept as text; read and written with db/json.ts. */
export type Json = string;
export type Flag = number;
export type Millis = number;
