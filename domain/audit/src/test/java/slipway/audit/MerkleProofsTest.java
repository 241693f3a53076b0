package slipway.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The tree against the test vectors of Certificate Transparency, and against itself at every size. */
class MerkleProofsTest {

    private static final int SIZES = 300;

    /** Eight leaves, from nothing at all to sixteen bytes, and the roots of the trees they make. */
    private static final List<String> INPUTS =
            List.of(
                    "",
                    "00",
                    "10",
                    "2021",
                    "3031",
                    "40414243",
                    "5051525354555657",
                    "606162636465666768696a6b6c6d6e6f");

    private static final List<String> ROOTS =
            List.of(
                    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328");

    private static final String N01 =
            "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125";
    private static final String N23 =
            "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e";
    private static final String N47 =
            "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4";
    private static final String N67 =
            "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0";
    private static final String N45 =
            "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a";
    private static final String L0 =
            "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d";
    private static final String L1 =
            "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7";
    private static final String L4 =
            "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b";

    private final List<Sha256Hash> vectors =
            INPUTS.stream()
                    .map(HexFormat.of()::parseHex)
                    .map(bytes -> Sha256Hash.of(new byte[] {0}, bytes))
                    .toList();

    @Test
    void the_roots_match_the_known_test_vectors() {
        for (int size = 0; size <= 8; size++) {
            assertThat(MerkleProofs.root(size, over(vectors)).hex()).isEqualTo(ROOTS.get(size));
            var compactRange = new CompactRange();
            vectors.subList(0, size).forEach(compactRange::add);
            assertThat(compactRange.root().hex()).isEqualTo(ROOTS.get(size));
        }
    }

    @Test
    void the_paths_match_the_known_test_vectors() {
        assertThat(inclusion(0, 8)).containsExactly(L1, N23, N47);
        assertThat(inclusion(5, 8)).containsExactly(L4, N67, ROOTS.get(4));
        assertThat(inclusion(2, 3)).containsExactly(N01);
        assertThat(inclusion(1, 5)).containsExactly(L0, N23, L4);
        assertThat(inclusion(0, 1)).isEmpty();
        assertThat(consistency(1, 8)).containsExactly(L1, N23, N47);
        assertThat(consistency(6, 8)).containsExactly(N45, N67, ROOTS.get(4));
        assertThat(consistency(2, 5)).containsExactly(N23, L4);
        assertThat(consistency(1, 1)).isEmpty();
    }

    @Test
    void every_leaf_of_every_tree_up_to_300_leaves_is_proved() {
        List<Sha256Hash> leaves = leaves(SIZES);
        MerkleProofs.Nodes nodes = over(leaves);
        for (int size = 1; size <= SIZES; size++) {
            Sha256Hash root = MerkleProofs.root(size, nodes);
            for (int index = 0; index < size; index++) {
                InclusionProof proof = MerkleProofs.inclusion(index, size, nodes);
                assertThat(proof.holds(leaves.get(index), root)).isTrue();
                assertThat(proof.holds(leaves.get((index + 1) % SIZES), root)).isFalse();
            }
        }
    }

    @Test
    void every_tree_up_to_300_leaves_is_shown_to_grow_into_every_larger_one() {
        MerkleProofs.Nodes nodes = over(leaves(SIZES));
        List<Sha256Hash> roots = new ArrayList<>();
        for (int size = 0; size <= SIZES; size++) {
            roots.add(MerkleProofs.root(size, nodes));
        }
        for (int to = 0; to <= SIZES; to++) {
            for (int from = 0; from <= to; from++) {
                ConsistencyProof proof = MerkleProofs.consistency(from, to, nodes);
                assertThat(proof.holds(roots.get(from), roots.get(to))).isTrue();
                if (from > 0) {
                    assertThat(proof.holds(roots.get(from - 1), roots.get(to))).isFalse();
                }
                if (to > from && from > 0) {
                    assertThat(proof.holds(roots.get(from), roots.get(to - 1))).isFalse();
                }
            }
        }
    }

    @Test
    void an_inclusion_proof_with_any_change_is_rejected() {
        List<Sha256Hash> leaves = leaves(70);
        MerkleProofs.Nodes nodes = over(leaves);
        for (int size : new int[] {1, 2, 3, 6, 7, 8, 33, 64, 70}) {
            Sha256Hash root = MerkleProofs.root(size, nodes);
            for (int index = 0; index < size; index++) {
                InclusionProof good = MerkleProofs.inclusion(index, size, nodes);
                for (List<Sha256Hash> path : altered(good.path())) {
                    assertThat(new InclusionProof(index, size, path).holds(leaves.get(index), root))
                            .isFalse();
                }
                for (int other = -1; other <= size; other++) {
                    boolean holds =
                            new InclusionProof(other, size, good.path())
                                    .holds(leaves.get(index), root);
                    assertThat(holds).isEqualTo(other == index);
                }
            }
        }
    }

    @Test
    void a_consistency_proof_with_any_change_is_rejected() {
        MerkleProofs.Nodes nodes = over(leaves(40));
        for (int to = 0; to <= 40; to++) {
            for (int from = 0; from <= to; from++) {
                ConsistencyProof good = MerkleProofs.consistency(from, to, nodes);
                Sha256Hash older = MerkleProofs.root(from, nodes);
                Sha256Hash newer = MerkleProofs.root(to, nodes);
                for (List<Sha256Hash> path : altered(good.path())) {
                    assertThat(new ConsistencyProof(from, to, path).holds(older, newer)).isFalse();
                }
                assertThat(new ConsistencyProof(to + 1, to, good.path()).holds(older, newer))
                        .isFalse();
            }
        }
    }

    @Test
    void a_leaf_that_is_not_in_the_tree_has_no_proof() {
        MerkleProofs.Nodes nodes = over(leaves(4));
        assertThatThrownBy(() -> MerkleProofs.inclusion(4, 4, nodes))
                .hasMessageContaining("no leaf 4");
        assertThatThrownBy(() -> MerkleProofs.consistency(4, 3, nodes))
                .hasMessageContaining("grow");
    }

    /**
     * Each hash with a bit flipped, removed, doubled or exchanged with its neighbour; and one too many at either end.
     */
    private static List<List<Sha256Hash>> altered(List<Sha256Hash> path) {
        List<List<Sha256Hash>> all = new ArrayList<>();
        for (int i = 0; i < path.size(); i++) {
            var flipped = new ArrayList<>(path);
            flipped.set(i, flip(path.get(i)));
            var without = new ArrayList<>(path);
            without.remove(i);
            var twice = new ArrayList<>(path);
            twice.add(i, path.get(i));
            all.addAll(List.of(flipped, without, twice));
            if (i > 0 && !path.get(i).equals(path.get(i - 1))) {
                var exchanged = new ArrayList<>(path);
                exchanged.set(i, path.get(i - 1));
                exchanged.set(i - 1, path.get(i));
                all.add(exchanged);
            }
        }
        var longer = new ArrayList<>(path);
        longer.add(Sha256Hash.EMPTY);
        all.add(longer);
        return all;
    }

    private static Sha256Hash flip(Sha256Hash sha256Hash) {
        byte[] bytes = sha256Hash.bytes();
        bytes[31] ^= 1;
        return Sha256Hash.wrap(bytes);
    }

    private List<String> inclusion(long index, long size) {
        return MerkleProofs.inclusion(index, size, over(vectors)).path().stream()
                .map(Sha256Hash::hex)
                .toList();
    }

    private List<String> consistency(long from, long to) {
        return MerkleProofs.consistency(from, to, over(vectors)).path().stream()
                .map(Sha256Hash::hex)
                .toList();
    }

    static List<Sha256Hash> leaves(int count) {
        Sha256Hash[] leaves = new Sha256Hash[count];
        Arrays.setAll(
                leaves,
                i -> Sha256Hash.of(new byte[] {0}, ByteBuffer.allocate(4).putInt(i).array()));
        return List.of(leaves);
    }

    private static MerkleProofs.Nodes over(List<Sha256Hash> leaves) {
        return new MerkleProofs.Nodes() {
            @Override
            public Sha256Hash node(int level, long index) {
                return level == 0
                        ? leaves.get((int) index)
                        : Sha256Hash.node(
                                node(level - 1, index * 2), node(level - 1, index * 2 + 1));
            }
        };
    }
}
