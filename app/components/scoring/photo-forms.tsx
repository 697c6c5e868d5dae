import { SelectField } from '~/components/form/choice-fields';
import { FieldsForm } from '~/components/form/fields-form';
import { HiddenFields, IntentButton, SubmitButton } from '~/components/form/submit';
import { TextField } from '~/components/form/text-fields';
import { pictureUrl, turned } from '~/domain/file/file.rules';
import type { PhotoDesk } from '~/domain/scoring/marking/photo-marks.queries.server';
import {
  describeShape,
  hasTwoPoints,
  MAX_MARK_TEXT,
  PLACES,
  SHAPE_KINDS,
  SHAPE_LABELS,
  turnPoint,
  type Point,
  type ShapeKind,
} from '~/domain/scoring/marking/photo-marks.rules';
import type { FormProblem } from '~/http/form-problem';
import { toFile } from '~/lib/addresses/files';
import { layersOf } from './photo-desk';
import { photoHref, ZOOMS } from './photo-tools';
import { LAYER_COLORS, PhotoSheet, sheetHeight } from './photo-sheet';

/** Kinds that work by clicking: a free stroke needs script. */
export type ClickTool = Exclude<ShapeKind, 'pen'>;
export const CLICK_TOOLS = SHAPE_KINDS.filter((kind): kind is ClickTool => kind !== 'pen');

export type PlainState = { zoom: number; tool: ClickTool | null; from: Point | null };

/** Width in pixels at 100 %. */
const BASE_WIDTH = 680;

/** What the links and forms of the page keep. */
function stateOf({ zoom, tool, from }: Partial<PlainState>): Record<string, string | number> {
  return {
    ...(zoom && zoom !== 100 ? { zoom } : {}),
    ...(tool ? { tool } : {}),
    ...(from ? { from: from.join(',') } : {}),
  };
}

/** A photo to zoom, turn and mark by links and one-button forms alone. */
export function PlainPhoto({
  desk,
  state,
  problem,
}: {
  desk: PhotoDesk;
  state: PlainState;
  problem: FormProblem | null;
}) {
  const { photo, number, photoIds, isLocked } = desk;
  const { zoom, tool } = state;
  const here = photoHref(photo.id, stateOf({ zoom, tool }));
  const size = { width: Math.round((BASE_WIDTH * zoom) / 100), height: 0 };
  size.height = sheetHeight(photo, size.width);
  return (
    <>
      <div className="desk__tools">
        <nav className="seg" aria-label="缩放">
          {ZOOMS.map((one) => (
            <a
              key={one}
              href={photoHref(photo.id, stateOf({ ...state, zoom: one }))}
              aria-current={one === zoom || undefined}
            >
              {one}%
            </a>
          ))}
        </nav>
        {isLocked ? null : (
          <>
            {(['left', 'right'] as const).map((direction) => (
              <IntentButton
                key={direction}
                intent="turn"
                action={here}
                fields={{ photoId: photo.id, rotation: turned(photo.rotation, direction) }}
              >
                {direction === 'left' ? '左转' : '右转'}
              </IntentButton>
            ))}
            {number > 1 ? (
              <IntentButton intent="move" action={here} fields={{ photoId: photo.id, place: number - 1 }}>
                前移
              </IntentButton>
            ) : null}
            {number < photoIds.length ? (
              <IntentButton intent="move" action={here} fields={{ photoId: photo.id, place: number + 1 }}>
                后移
              </IntentButton>
            ) : null}
          </>
        )}
        <a className="small" href={toFile(photo.fileId)} target="_blank" rel="noreferrer">
          原图
        </a>
      </div>
      {isLocked ? null : (
        <nav className="desk__tools" aria-label="批注工具">
          <span className="seg">
            {CLICK_TOOLS.map((kind) => (
              <a
                key={kind}
                href={photoHref(photo.id, stateOf({ zoom, tool: kind }))}
                aria-current={kind === tool || undefined}
              >
                {SHAPE_LABELS[kind]}
              </a>
            ))}
          </span>
          {tool ? (
            <a className="small" href={photoHref(photo.id, stateOf({ zoom }))}>
              不画了
            </a>
          ) : null}
        </nav>
      )}
      {tool && !isLocked ? (
        <MarkForm desk={desk} state={state} tool={tool} size={size} problem={problem} />
      ) : (
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        <div className="desk__stage" tabIndex={0} role="region" aria-label="照片">
          <PhotoSheet
            photo={photo}
            alt={`答卷照片 ${number} / ${photoIds.length}`}
            layers={layersOf(photo, photo.own.shapes)}
            width={String(size.width)}
            pictureWidth={zoom > 100 ? 1920 : 960}
          />
        </div>
      )}
    </>
  );
}

/** The picture is the form's button: the browser sends where it was clicked. */
function MarkForm({
  desk,
  state,
  tool,
  size,
  problem,
}: {
  desk: PhotoDesk;
  state: PlainState;
  tool: ClickTool;
  size: { width: number; height: number };
  problem: FormProblem | null;
}) {
  const { photo } = desk;
  const { from } = state;
  const hint = hasTwoPoints(tool)
    ? from
      ? '再点另一端。'
      : `点两下：${tool === 'line' ? '线的两端' : '圈的两个对角'}。`
    : tool === 'text'
      ? '先写字，再点照片上要写的地方。'
      : '点照片上要批注的地方。';
  return (
    <FieldsForm
      intent="mark"
      problem={problem}
      reloadDocument
      action={photoHref(photo.id, stateOf(state))}
      className="desk__form"
    >
      <HiddenFields
        values={{ photoId: photo.id, version: photo.own.version, tool, ...size, from: from ? from.join(',') : null }}
      />
      <p className="small" role="status">
        {hint}
      </p>
      {tool === 'text' ? <TextField name="text" label="写的字" maxLength={MAX_MARK_TEXT} autoComplete="off" /> : null}
      <div className="desk__stage">
        <div className="desk__click">
          <input
            type="image"
            name="at"
            src={pictureUrl(photo.fileId, { rotation: photo.rotation, width: state.zoom > 100 ? 1920 : 960 })}
            alt={`在照片上画“${SHAPE_LABELS[tool]}”`}
            width={size.width}
            height={size.height}
          />
          <PhotoSheet
            photo={photo}
            alt=""
            layers={layersOf(photo, photo.own.shapes)}
            width={String(size.width)}
            hasPicture={false}
          >
            {from ? <Start point={from} photo={photo} /> : null}
          </PhotoSheet>
        </div>
      </div>
      <details>
        <summary className="small">不用鼠标：选一个位置</summary>
        <div className="row">
          <SelectField
            name="place"
            label="位置"
            placeholder="请选择"
            options={PLACES.map((label, value) => ({ value: String(value), label }))}
          />
          <SubmitButton size="s" variant="default">
            画在这里
          </SubmitButton>
        </div>
      </details>
    </FieldsForm>
  );
}

/** Where a line or circle begins, until its other end is clicked. */
function Start({ point, photo }: { point: Point; photo: PhotoDesk['photo'] }) {
  const [x, y] = turnPoint(point, photo.rotation);
  return (
    <circle cx={x * 1000} cy={y * sheetHeight(photo)} r="9" fill={LAYER_COLORS[0]} stroke="#fff" strokeWidth="4" />
  );
}

/** One's own marks in words, each to be taken away. */
export function MarkList({ desk, state }: { desk: PhotoDesk; state: PlainState }) {
  const { photo, number, isLocked } = desk;
  const here = photoHref(photo.id, stateOf({ zoom: state.zoom, tool: state.tool }));
  const { shapes, version } = photo.own;
  if (shapes.length === 0) return <p className="quiet small">还没有批注。选一个工具，再点照片。</p>;
  return (
    <>
      <ol className="desk__marks">
        {shapes.map((shape, index) => (
          <li key={index}>
            <span>{describeShape(shape, { number, rotation: photo.rotation })}</span>
            {isLocked ? null : (
              <IntentButton
                intent="remove"
                action={here}
                look="link"
                fields={{ photoId: photo.id, version, index }}
                label={`删除第 ${index + 1} 处批注`}
              >
                删除
              </IntentButton>
            )}
          </li>
        ))}
      </ol>
      {isLocked ? null : (
        <IntentButton intent="remove" action={here} fields={{ photoId: photo.id, version, index: '' }}>
          撤销最后一处
        </IntentButton>
      )}
    </>
  );
}
