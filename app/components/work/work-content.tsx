import { RichText } from '~/components/question/rich-text';
import { plainFormulas } from '~/domain/question-bank/formula-text.rules';
import { AudioPlayer } from '~/components/media/audio-player';
import { RemovedRecording } from '~/components/media/removed-recording';
import { pictureUrl } from '~/domain/file/file.rules';
import type { ShownItem } from '~/domain/work/work-content.queries.server';
import { toWaveform } from '~/lib/addresses/resources';

/** Everything a work shows, task by task: recordings, photos that open large, texts. */
export function WorkContentView({ items, title }: { items: ShownItem[]; title: string }) {
  return (
    <>
      {items.map((item, index) => {
        const name = plainFormulas(item.title);
        const isNamed = item.title !== title && name !== title;
        return (
          <section key={index} className="workitem">
            {items.length > 1 || isNamed ? (
              <h3>
                {items.length > 1 ? `${index + 1}. ` : ''}
                <RichText text={item.title} />
              </h3>
            ) : null}
            {item.recordings.map((recording, number) => (
              <div key={recording.fileId} className="workvoice">
                <img src={toWaveform(recording.fileId, true)} alt="" loading="lazy" />
                <AudioPlayer
                  src={recording.url}
                  durationMs={recording.durationMs}
                  label={`${name}的${item.recordings.length > 1 ? `第 ${number + 1} 条` : ''}录音`}
                />
              </div>
            ))}
            {item.text === '' ? null : <p className="worktext">{item.text}</p>}
            {item.photos.length > 0 ? (
              <ul className="photos photos--l">
                {item.photos.map((photo, number) => (
                  <li key={photo.fileId}>
                    <a
                      href={pictureUrl(photo.fileId, { rotation: photo.rotation, width: 1920 })}
                      target="_blank"
                      rel="noreferrer"
                    >
                      <img
                        src={pictureUrl(photo.fileId, { rotation: photo.rotation, width: 960 })}
                        alt={`${name}的第 ${number + 1} 张照片`}
                        loading="lazy"
                      />
                      <span className="vh">（打开大图）</span>
                    </a>
                  </li>
                ))}
              </ul>
            ) : null}
            {item.removedOn === null ? null : <RemovedRecording removedOn={item.removedOn} />}
          </section>
        );
      })}
    </>
  );
}
