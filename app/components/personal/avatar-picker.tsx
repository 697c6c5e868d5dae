import { useEffect, useRef, useState, type ChangeEvent, type PointerEvent } from 'react';
import { FileField } from '~/components/form/file-field';
import { CENTRE, cropBox, MAX_ZOOM, moveCrop, type Crop } from '~/domain/file/crop.rules';

/** Pixels a side of the round window in which the picture is placed; as wide as .crop__stage. */
const STAGE = 240;

type Picture = { url: string; width: number; height: number };

/**
 * The file of an avatar. With script the chosen picture is placed in a round window, by dragging or by three
 * sliders, and the square goes along with the file; without script the server takes the middle.
 */
export function AvatarPicker() {
  const [picture, setPicture] = useState<Picture | null>(null);
  const [crop, setCrop] = useState<Crop>(CENTRE);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  // The browser holds a chosen picture in memory until its address is given back.
  useEffect(() => () => (picture ? URL.revokeObjectURL(picture.url) : undefined), [picture]);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.currentTarget.files?.[0];
    setPicture(null);
    setCrop(CENTRE);
    if (!file) return;
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.onload = () => setPicture({ url, width: image.naturalWidth, height: image.naturalHeight });
    // What the browser cannot show may still be a picture to the server, which then takes the middle.
    image.onerror = () => URL.revokeObjectURL(url);
    image.src = url;
  };
  const drag = (event: PointerEvent) => {
    if (!dragged.current || !picture) return;
    const right = (event.clientX - dragged.current.x) / STAGE;
    const down = (event.clientY - dragged.current.y) / STAGE;
    dragged.current = { x: event.clientX, y: event.clientY };
    setCrop((present) => moveCrop(picture.width, picture.height, present, right, down));
  };
  return (
    <>
      <FileField
        name="avatar"
        label="选择图片"
        hint="JPEG、PNG 或 WebP，不超过 10 MB"
        accept="image/jpeg,image/png,image/webp"
        onChange={choose}
      />
      {picture ? (
        <div className="crop">
          <div
            className="crop__stage"
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              dragged.current = { x: event.clientX, y: event.clientY };
            }}
            onPointerMove={drag}
            onPointerUp={() => (dragged.current = null)}
            onPointerCancel={() => (dragged.current = null)}
          >
            <Placed picture={picture} crop={crop} />
          </div>
          <p className="small quiet">拖动图片选择位置，或用下面的滑块。</p>
          <Slider name="zoom" label="缩放" min={1} max={MAX_ZOOM} crop={crop} onChange={setCrop} />
          <Slider name="x" label="左右" min={0} max={1} crop={crop} onChange={setCrop} />
          <Slider name="y" label="上下" min={0} max={1} crop={crop} onChange={setCrop} />
        </div>
      ) : null}
    </>
  );
}

function Placed({ picture, crop }: { picture: Picture; crop: Crop }) {
  const { left, top, side } = cropBox(picture.width, picture.height, crop);
  const scale = STAGE / side;
  const place = {
    width: picture.width * scale,
    height: picture.height * scale,
    left: -left * scale,
    top: -top * scale,
  };
  return <img src={picture.url} alt="裁剪后的头像" draggable={false} style={place} />;
}

function Slider({
  name,
  label,
  min,
  max,
  crop,
  onChange,
}: {
  name: keyof Crop;
  label: string;
  min: number;
  max: number;
  crop: Crop;
  onChange: (crop: Crop) => void;
}) {
  return (
    <label className="crop__slider">
      <span>{label}</span>
      <input
        type="range"
        name={name}
        min={min}
        max={max}
        step={0.01}
        value={crop[name]}
        onChange={(event) => onChange({ ...crop, [name]: Number(event.currentTarget.value) })}
      />
    </label>
  );
}
