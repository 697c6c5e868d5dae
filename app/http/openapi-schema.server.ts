import { z } from 'zod';

/** What the document has to know of the make of a schema. */

type Shape = z.ZodObject<z.ZodRawShape>;

/** The schema inside defaults, refinements, preprocessing and the like; null for one that has none inside. */
function innerOf(schema: z.ZodTypeAny): z.ZodTypeAny | null {
  if (schema instanceof z.ZodEffects) return (schema as z.ZodEffects<z.ZodTypeAny>).innerType();
  if (schema instanceof z.ZodPipeline) return (schema as z.ZodPipeline<z.ZodTypeAny, z.ZodTypeAny>)._def.in;
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  ) {
    return (schema._def as { innerType: z.ZodTypeAny }).innerType;
  }
  return null;
}

function bare(schema: z.ZodTypeAny): z.ZodTypeAny {
  let found = schema;
  for (let inner = innerOf(found); inner; inner = innerOf(found)) found = inner;
  return found;
}

/** The object inside refinements, preprocessing and intersections, whose fields can be listed. */
export function fieldsOf(schema: z.ZodTypeAny): Shape | null {
  const found = bare(schema);
  if (found instanceof z.ZodObject) return found as Shape;
  if (!(found instanceof z.ZodIntersection)) return null;
  const { left, right } = (found as z.ZodIntersection<z.ZodTypeAny, z.ZodTypeAny>)._def;
  const [one, other] = [fieldsOf(left), fieldsOf(right)];
  return one && other ? one.merge(other) : (one ?? other);
}

/** The fields of an input; of one that is either of several things, those of each. */
export function variantsOf(schema: z.ZodTypeAny): Shape[] {
  if (!(schema instanceof z.ZodUnion)) return [fieldsOf(schema) ?? z.object({})];
  return (schema as z.ZodUnion<[z.ZodTypeAny, z.ZodTypeAny]>).options.map((one) => fieldsOf(one) ?? z.object({}));
}

/** The fields that cannot be left out, by what their schemas say of nothing at all. */
export function neededFields(shape: Shape): string[] {
  return Object.entries(shape.shape).flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [] : [name]));
}

/** A list of plain values as it may be sent: as a list, or as one text with commas. */
export function listOrText(schema: z.ZodTypeAny): z.ZodTypeAny {
  const list = bare(schema) as z.ZodArray<z.ZodTypeAny>;
  return z.union([z.array(bare(list.element)), z.string()]);
}

const SCALARS = [z.ZodString, z.ZodNumber, z.ZodEnum, z.ZodLiteral];
const isScalar = (schema: z.ZodTypeAny) => SCALARS.some((kind) => bare(schema) instanceof kind);

/** A list of plain values that is also taken as one text with commas. */
export function isCommaList(schema: z.ZodTypeAny): boolean {
  const list = bare(schema);
  return list !== schema && list instanceof z.ZodArray && isScalar((list as z.ZodArray<z.ZodTypeAny>).element);
}

/** A list of anything; also one that may be said in another way. */
export function isList(schema: z.ZodTypeAny): boolean {
  const found = bare(schema);
  if (!(found instanceof z.ZodUnion)) return found instanceof z.ZodArray;
  return (found as z.ZodUnion<[z.ZodTypeAny, z.ZodTypeAny]>).options.some(isList);
}

/** An object, or a list of objects or lists: one JSON text in a form. */
export function isNested(schema: z.ZodTypeAny): boolean {
  const found = bare(schema);
  // One or a list of them. Where a text will do, it goes as it is: as JSON it would stand in quotation marks.
  if (found instanceof z.ZodUnion) {
    const { options } = found as z.ZodUnion<[z.ZodTypeAny, z.ZodTypeAny]>;
    return options.some((one) => isNested(one)) && !options.some((one) => isScalar(one));
  }
  if (found instanceof z.ZodArray) return !isScalar((found as z.ZodArray<z.ZodTypeAny>).element);
  return [z.ZodObject, z.ZodRecord, z.ZodDiscriminatedUnion].some((kind) => found instanceof kind);
}

/**
 * Makes what schemas say of themselves (`describe`) known to zod-openapi, which overhears only what is said after it was
 * loaded.
 */
export function carryDescriptions(schema: z.ZodTypeAny, seen = new Set<z.ZodTypeAny>()): void {
  if (seen.has(schema)) return;
  seen.add(schema);
  const { description } = schema;
  if (description !== undefined) schema._def.zodOpenApi ??= { openapi: { description } };
  for (const part of partsOf(schema)) carryDescriptions(part, seen);
}

function partsOf(schema: z.ZodTypeAny): z.ZodTypeAny[] {
  const inner = innerOf(schema);
  if (inner) return [inner];
  if (schema instanceof z.ZodObject) return Object.values((schema as Shape).shape);
  if (schema instanceof z.ZodArray) return [(schema as z.ZodArray<z.ZodTypeAny>).element];
  if (schema instanceof z.ZodRecord) return [(schema as z.ZodRecord<z.ZodString, z.ZodTypeAny>).valueSchema];
  if (schema instanceof z.ZodLazy) return [(schema as z.ZodLazy<z.ZodTypeAny>).schema];
  if (schema instanceof z.ZodUnion || schema instanceof z.ZodDiscriminatedUnion) {
    return (schema as z.ZodUnion<[z.ZodTypeAny, z.ZodTypeAny]>).options;
  }
  return [];
}
